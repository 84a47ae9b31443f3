extension PageText {
    /// The interaction with the drawing: zooming, moving, pointing, pressing, and walking with keys.
    static let view = #"""
        // A press that moves the drawing selects nothing.
        let isDragged = false, noting = 0;
        function set(next, isGiven = false) {
          view = next;
          svg.setAttribute("viewBox", next.join(" "));
          if (isGiven) return;
          state.at = next.every((n, i) => n === whole[i]) ? null : next;
          // Browsers allow only a few changes of the address in a second.
          clearTimeout(noting);
          noting = setTimeout(remember, 150);
        }
        const zoom = (by, x = .5, y = .5) => set([view[0] + view[2] * (1 - by) * x, view[1] + view[3] * (1 - by) * y,
          view[2] * by, view[3] * by]);
        // The number of drawing units in a pixel.
        const unit = () => Math.max(view[2] / (svg.clientWidth || 1), view[3] / (svg.clientHeight || 1));
        // Moves the view to a box if the box is outside the view or too small to read.
        function approach(id) {
          const node = nodes.get(id);
          if (!node) return;
          const [x, y] = [node.place.x + node.box.width / 2, node.place.y + node.box.height / 2];
          const [w, h] = [view[2], view[3]], isSmall = 14 / unit() < 9;
          const isOutside = x < view[0] || y < view[1] || x > view[0] + w || y > view[1] + h;
          if (!isSmall && !isOutside) return;
          const [wide, high] = isSmall ? [svg.clientWidth * 1.1, svg.clientHeight * 1.1] : [w, h];
          set([x - wide / 2, y - high / 2, wide, high]);
        }

        function press(node, name, action) {
          node.setAttribute("tabindex", "-1");
          node.setAttribute("role", "button");
          node.setAttribute("aria-label", name);
          node.onclick = () => { if (!isDragged) action(); };
          const point = isIn => {
            const id = node.dataset.name ?? (node.dataset.group === undefined ? "" : "\n" + node.dataset.group);
            hovered = isIn ? id : "";
            light();
          };
          node.onpointerenter = () => point(true);
          node.onpointerleave = () => point(false);
          node.onfocus = () => { if (node.matches(":focus-visible")) { point(true); approach(node.dataset.name); } };
          node.onblur = () => point(false);
          node.onkeydown = event => {
            if (event.key === "Enter" || event.key === " ") { event.preventDefault(); action(); }
            if (event.key === "Escape") { state.c = state.out = ""; showAll(); }
            if (event.key.startsWith("Arrow")) { event.preventDefault(); walk(node, event.key); }
          };
        }
        // Focuses the nearest box in a direction. The tab key reaches one box only.
        function walk(from, key) {
          const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
          const center = n => [n.place.x + n.box.width / 2, n.place.y + n.box.height / 2];
          const [x, y] = center(from);
          let next = null, least = Infinity;
          for (const node of nodes.values()) {
            const [u, v] = center(node), ahead = (u - x) * dx + (v - y) * dy;
            const cost = ahead + 2 * Math.abs((u - x) * dy + (v - y) * dx);
            if (node !== from && ahead > 1 && cost < least) { next = node; least = cost; }
          }
          if (!next) return;
          from.setAttribute("tabindex", "-1");
          next.setAttribute("tabindex", "0");
          next.focus();
        }

        // One finger or the mouse moves the drawing. Two fingers or the wheel zoom it.
        function handle() {
          const fingers = new Map();
          svg.onwheel = event => {
            event.preventDefault();
            const box = svg.getBoundingClientRect();
            zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1, (event.clientX - box.x) / box.width,
              (event.clientY - box.y) / box.height);
          };
          svg.onpointerdown = event => {
            isDragged = false;
            fingers.set(event.pointerId, [event.clientX, event.clientY]);
          };
          const spread = () => {
            const [a, b = a] = fingers.values();
            return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, size: Math.hypot(a[0] - b[0], a[1] - b[1]) };
          };
          svg.onpointermove = event => {
            if (!fingers.has(event.pointerId)) return;
            if (event.buttons === 0) return fingers.delete(event.pointerId);
            const from = spread(), last = fingers.get(event.pointerId);
            // A small movement during a press is ignored.
            if (!isDragged && Math.hypot(event.clientX - last[0], event.clientY - last[1]) < 4) return;
            isDragged = true;
            fingers.set(event.pointerId, [event.clientX, event.clientY]);
            const to = spread(), one = unit(), box = svg.getBoundingClientRect();
            set([view[0] - (to.x - from.x) * one, view[1] - (to.y - from.y) * one, view[2], view[3]]);
            if (from.size > 0 && to.size > 0)
              zoom(from.size / to.size, (to.x - box.x) / box.width, (to.y - box.y) / box.height);
          };
          svg.onpointerup = svg.onpointercancel = event => { fingers.delete(event.pointerId); };
        }

        // MARK: Tools

        const button = (text, title, action) => {
          const made = make("button", { "aria-label": title, title }, text);
          made.onclick = action;
          return made;
        };
        function legend() {
          const sign = (drawn, text) => make("span", {}, make("svg", { viewBox: "0 0 14 14", "aria-hidden": "true" }, drawn), text);
          const used = scopes.filter(scope => components.some(c => c.scope === scope));
          if (components.some(c => !scopes.includes(c.scope))) used.push("other scope");
          return make("div", { id: "legend", role: "note", "aria-label": "Legend" },
            ...used.map(scope => sign(make("rect", { class: color({ scope }), width: 14, height: 14, rx: 3 }), scope)),
            ...Object.keys(marks).filter(name => components.some(marks[name][1]))
              .map(name => sign(make("path", { class: "mark", d: marks[name][0] }), name)));
        }
        function tools() {
          const made = [button("+", "Zoom in", () => zoom(.8)), button("\u2212", "Zoom out", () => zoom(1.25)),
            button("Fit", "Fit the whole graph", () => set([...whole]))];
          if (isGrouped) made.push(button("Close all", "Close every group", () => {
            state.open.clear();
            state.at = null;
            draw();
            remember();
          }));
          if (isTimed) {
            const waves = button("Start-up", "Show the start-up in waves", () => {
              state.waves = !state.waves;
              state.at = null;
              waves.setAttribute("aria-pressed", state.waves);
              draw();
              remember();
            });
            waves.setAttribute("aria-pressed", state.waves);
            made.push(waves);
          }
          find("tools").replaceChildren(...made, legend());
        }
        function openGroup(name, isOpen) {
          isOpen ? state.open.add(name) : state.open.delete(name);
          state.at = null;
          hovered = "";
          draw();
          remember();
          const node = nodes.get(isOpen ? "\n\n" + name : "\n" + name);
          node?.focus({ preventScroll: true });
          // If an opened group is too small to read, or is not in the view, zoom to it.
          if (!node?.frame) return;
          const isInside = node.place.x >= view[0] && node.place.y >= view[1]
            && node.place.x < view[0] + view[2] && node.place.y < view[1] + view[3];
          if (isInside && 14 / unit() >= 11) return;
          const { width, height } = node.frame, size = Math.max(width / svg.clientWidth, height / svg.clientHeight) * 1.04;
          const [wide, high] = [svg.clientWidth * size, svg.clientHeight * size];
          set([node.place.x + (width - wide) / 2, node.place.y + (height - high) / 2, wide, high]);
        }
        """#

    /// The first step of the page: it shows the view that the address describes.
    static let start = """
        recall();
        tools();
        restore();
        draw();
        state.c ? show() : overview();
        refresh();
        let waiting = 0;
        window.onresize = () => { clearTimeout(waiting); waiting = setTimeout(draw, 100); };
        window.onhashchange = () => { recall(); restore(); draw(); state.c ? show() : overview(); refresh(); };
        """
}
