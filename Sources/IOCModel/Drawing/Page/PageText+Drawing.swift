extension PageText {
    /// The drawing: zoom, pan, what is dimmed in it, and modules that open.
    static let drawing = #"""
        const drawing = find("drawing");
        // A drawing of very many is a line to look at: their modules are drawn, and one of them when it is opened.
        const isGrouped = document.querySelector("template[data-of]") !== null;
        let svg = null, whole = null, view = null, opened = "", isDragged = false;
        const set = next => { view = next; svg.setAttribute("viewBox", next.join(" ")); };
        const zoom = (by, x = .5, y = .5) => set([view[0] + view[2] * (1 - by) * x, view[1] + view[3] * (1 - by) * y,
          view[2] * by, view[3] * by]);
        // How many of the drawing's units a pixel is.
        const unit = of => Math.max(of[2] / (svg.clientWidth || 1), of[3] / (svg.clientHeight || 1));
        // How many pixels high its letters are.
        const font = () => Number(svg.getAttribute("font-size") ?? 14);
        const letters = of => font() / unit(of);

        function draw(next) {
          svg = next;
          svg.removeAttribute("width");
          svg.removeAttribute("height");
          svg.querySelector(".graph > polygon")?.remove();
          const box = svg.viewBox.baseVal, nodes = new Map();
          whole = [box.x, box.y, box.width, box.height];
          svg.style.aspectRatio = box.width + " / " + box.height;
          for (const node of svg.querySelectorAll(".node")) {
            const title = node.querySelector("title");
            nodes.set(title.textContent, node);
            const name = node.dataset.module ?? graph.components[Number(title.textContent.slice(1))]?.name;
            if (name === undefined) continue;
            title.textContent = node.dataset.name = name;
            if (node.dataset.module === undefined) { press(node, name); continue; }
            press(node, name, () => choose(name));
            node.onpointerenter = node.onfocus = () => spot(node);
            node.onpointerleave = node.onblur = () => dim();
          }
          for (const edge of svg.querySelectorAll(".edge")) {
            const ends = edge.dataset.ends ?? edge.querySelector("title")?.textContent ?? "";
            edge.ends = ends.split("->").map(end => nodes.get(end.split(":")[0]));
          }
          drawing.replaceChildren(svg);
          view = [...whole];
          // Where the whole can't be read, the page starts with what nobody depends on.
          if (letters(whole) < 6) {
            const [width, height] = [svg.clientWidth * font() / 10, svg.clientHeight * font() / 10];
            set([whole[0], whole[1] + (whole[3] - height) / 2, width, height]);
          }
          handle();
        }
        // Shows a module's components, or the modules where none is named or it is too large.
        function openModule(name) {
          if (opened === name) return;
          opened = name;
          const found = [...document.querySelectorAll("template[data-of]")].find(t => t.dataset.of === name);
          draw((found ?? find("modules")).content.firstElementChild.cloneNode(true));
        }

        // What is far from the chosen component, or filtered out, is dimmed.
        function near(depth) {
          let reached = new Set([chosen]), edge = [chosen];
          for (let step = 0; step < depth && edge.length > 0; step++) {
            edge = edge.flatMap(name => {
              const c = byName.get(name);
              return [...c.users.map(u => u[0]), ...c.dependencies.flatMap(d => d.targets)];
            }).filter(name => !reached.has(name));
            edge = [...new Set(edge)];
            edge.forEach(name => reached.add(name));
          }
          return reached;
        }
        function shade(isShown) {
          for (const node of svg.querySelectorAll(".node")) {
            node.classList.toggle("chosen", node.dataset.name === chosen && node.dataset.module === undefined);
            node.classList.toggle("dim", !isShown(node));
          }
          for (const edge of svg.querySelectorAll(".edge"))
            edge.classList.toggle("dim", edge.ends.some(node => node?.classList.contains("dim")));
        }
        function dim() {
          if (!svg) return;
          const shown = new Set(matches().map(c => c.name));
          const depth = find("depth").value;
          const reached = chosen && depth ? near(Number(depth)) : null;
          const isNear = name => shown.has(name) && (!reached || reached.has(name));
          // A module is shown for the components in it that are; those beside an open one for what is near.
          const lit = opened ? [...reached ?? byName.keys()] : [...shown].filter(isNear);
          const modules = new Set(lit.map(name => byName.get(name).module));
          shade(node => node.dataset.module ? modules.has(node.dataset.module) : isNear(node.dataset.name));
        }
        // A module alone, with what leads to it and from it.
        function spot(module) {
          const ends = [...svg.querySelectorAll(".edge")].filter(edge => edge.ends.includes(module));
          const lit = new Set([module, ...ends.flatMap(edge => edge.ends)]);
          shade(node => lit.has(node));
          for (const edge of svg.querySelectorAll(".edge")) edge.classList.toggle("dim", !edge.ends.includes(module));
        }
        // Brings what is lit near enough to be read, where the whole is too small for it.
        function approach() {
          if (!svg || letters(whole) > 8) return;
          const inverse = svg.getScreenCTM()?.inverse();
          if (!inverse) return;
          const boxes = [...svg.querySelectorAll(".node:is(.chosen, :not(.dim))")].map(node => {
            const box = node.getBoundingClientRect();
            const place = new DOMPoint(box.left, box.top).matrixTransform(inverse);
            const end = new DOMPoint(box.right, box.bottom).matrixTransform(inverse);
            return [place.x - 20, place.y - 20, end.x + 20, end.y + 20, node];
          });
          const own = boxes.find(box => box[4].classList.contains("chosen"));
          if (!own) return;
          const bound = of => [Math.min(...of.map(b => b[0])), Math.min(...of.map(b => b[1])),
            Math.max(...of.map(b => b[2])), Math.max(...of.map(b => b[3]))];
          let [left, top, right, bottom] = bound(boxes);
          if (letters([0, 0, right - left, bottom - top]) < 7) [left, top, right, bottom] = bound([own]);
          const size = font() / Math.min(13, letters([0, 0, right - left, bottom - top]));
          const [width, height] = [svg.clientWidth * size, svg.clientHeight * size];
          set([(left + right - width) / 2, (top + bottom - height) / 2, width, height]);
        }

        // One finger or the mouse moves the drawing, two fingers or the wheel zoom it.
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
            // A press that trembles is a press.
            if (!isDragged && Math.hypot(event.clientX - last[0], event.clientY - last[1]) < 4) return;
            isDragged = true;
            fingers.set(event.pointerId, [event.clientX, event.clientY]);
            const to = spread(), one = unit(view), box = svg.getBoundingClientRect();
            set([view[0] - (to.x - from.x) * one, view[1] - (to.y - from.y) * one, view[2], view[3]]);
            if (from.size > 0 && to.size > 0)
              zoom(from.size / to.size, (to.x - box.x) / box.width, (to.y - box.y) / box.height);
          };
          svg.onpointerup = svg.onpointercancel = event => { fingers.delete(event.pointerId); };
        }
        if (drawing) {
          const button = (text, title, action) => {
            const made = make("button", { "aria-label": title, title }, text);
            made.onclick = action;
            return made;
          };
          const depth = make("select", { id: "depth", "aria-label": "Neighbors shown" },
            ...[["", "whole graph"], ["1", "1 step"], ["2", "2 steps"], ["3", "3 steps"]]
              .map(([value, text]) => make("option", { value }, text)));
          depth.value = "1";
          depth.onchange = () => { dim(); approach(); };
          drawing.before(make("div", { id: "tools" }, button("+", "Zoom in", () => zoom(.8)),
            button("\u2212", "Zoom out", () => zoom(1.25)), button("Fit", "Fit the whole graph", () => set([...whole])),
            make("label", {}, "around the chosen one: ", depth)));
          draw(drawing.querySelector("svg"));
        }
        """#

    /// What the page shows first: the component behind the address's `#`, else all.
    static let start = """
        const asked = decodeURIComponent(location.hash.slice(1));
        byName.has(asked) ? show(asked) : overview();
        refresh();
        dim();
        """
}
