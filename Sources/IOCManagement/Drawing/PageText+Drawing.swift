extension PageText {
    /// The drawing: its boxes and lines, and the highlighted ones.
    static let drawing = #"""
        const drawing = find("drawing");
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = "14px system-ui, sans-serif";
        const waveWidth = 150;
        let svg = null, whole = null, view = null, nodes = new Map(), edges = [], hovered = "";

        const scopes = ["singleton", "lazySingleton", "prototype", "request", "weakSingleton", "objectGraph"];
        const color = c => "s" + (scopes.indexOf(c.scope) < 0 ? 6 : scopes.indexOf(c.scope));
        const roles = c => c.roles ?? [];
        // Marks: a triangle for a service, a ring for another component that starts, a rhomb for a condition, a flag
        // for a profile.
        const marks = {
          service: ["M2 1L12 7L2 13Z", c => roles(c).includes("service")],
          starts: ["M7 2A5 5 0 1 1 6.9 2Z", c => roles(c).includes("startable") && !roles(c).includes("service")],
          conditional: ["M7 1L13 7L7 13L1 7Z", c => c.condition && !c.profiles],
          profile: ["M3 13V1H12L9 4.5L12 8H3", c => c.profiles],
        };
        const marksOf = c => Object.keys(marks).filter(name => marks[name][1](c));
        const plainName = c => isGrouped && !isMixed.has(groupOf(c)) ? withoutModule(c) : shownName(c);
        const short = (text, most) => text.length <= most ? text
          : text.slice(0, Math.ceil(most / 2) - 1) + "\u2026" + text.slice(1 - Math.floor(most / 2));
        const time = number => number.toLocaleString("en", { maximumSignificantDigits: 3 }) + " ms";
        const total = t => t ? (t.made ?? 0) + (t.injected ?? 0) + (t.started ?? 0) : 0;

        function componentBox(c) {
          const caption = short(plainName(c), 60), note = state.waves && c.timings ? time(total(c.timings)) : "";
          const width = pen.measureText(caption).width + marksOf(c).length * 17 + 28
            + (note ? pen.measureText(note).width + 10 : 0);
          return { component: c, id: c.name, caption, note, width: Math.ceil(width), height: 28 };
        }
        function groupBox(name, members) {
          const caption = short(name, 60);
          return { group: name, id: "\n" + name, caption, note: String(members.length), height: 44,
            width: Math.ceil(Math.max(110, pen.measureText(caption).width + pen.measureText("0000").width + 34)) };
        }
        // An open group is a box around the boxes of its members.
        function openBox(name, members) {
          const boxes = members.map(componentBox), number = new Map(members.map((c, i) => [c.name, i]));
          const lines = unique(members.flatMap((c, i) => c.needs.flatMap(([target]) =>
            number.has(target.name) ? [[i, number.get(target.name)]] : [])));
          const inner = best(boxes, lines, { width: room().width, height: room().height });
          return { group: name, id: "\n" + name, caption: name, boxes, inner,
            width: Math.max(inner.width + 28, pen.measureText(name).width + 60), height: inner.height + 54 };
        }
        const unique = lines => [...new Map(lines.map(line => [line.join(), line])).values()];
        const room = () => ({ width: Math.max(300, drawing.clientWidth), height: Math.max(260, drawing.clientHeight) });

        // Returns the wave in which each component starts: after the waves of the components that it needs. Components
        // that it gets by a provider don't count.
        function wavesOf(members) {
          const number = new Map(members.map((c, i) => [c.name, i]));
          const next = members.map(c => c.needs.filter(([target, d]) => d.kind !== "provider" && number.has(target.name))
            .map(([target]) => number.get(target.name)));
          const { groupOf: groupOfNode, found } = cyclesOf(next);
          const wave = [];
          found.forEach((group, i) => {
            const below = group.flatMap(node => next[node]).map(t => groupOfNode[t]).filter(t => t !== i);
            wave[i] = 1 + Math.max(-1, ...below.map(t => wave[t]));
          });
          return members.map((_, i) => wave[groupOfNode[i]]);
        }

        // Lays out and draws the visible components.
        function draw() {
          const isWhole = state.waves || !isGrouped;
          // Only components with a shared instance are started.
          const isStarted = c => c.timings && ["singleton", "lazySingleton", "weakSingleton"].includes(c.scope);
          const shown = isWhole ? (state.waves ? components.filter(isStarted) : components) : [];
          const boxes = isWhole ? shown.map(componentBox)
            : [...groups].map(([name, members]) => (state.open.has(name) ? openBox : groupBox)(name, members));
          const number = new Map(boxes.map((box, i) => [box.id, i]));
          const place = c => number.get(isWhole ? c.name : "\n" + groupOf(c));
          const all = unique(components.flatMap(c => c.needs.map(([target]) => [place(c), place(target)]))
            .filter(([a, b]) => a !== undefined && b !== undefined && (a !== b || isWhole)));
          // Between groups, the layout has only the lines that no other path implies. The implied lines are drawn
          // below, and shown only with a highlight.
          const lines = isWhole ? all : direct(boxes.length, all);
          const waves = state.waves ? wavesOf(shown) : null;
          // In waves, lines point back at the components that start earlier.
          const layout = best(boxes, waves ? lines.map(([a, b]) => [b, a]) : lines, room(), waves);
          const layers = { below: make("g", {}), edges: make("g", {}), nodes: make("g", {}) };
          nodes = new Map();
          edges = [];
          const put = (box, x, y) => {
            if (box.inner) {
              layers.below.append(openFrame(box, x, y));
              box.boxes.forEach((inside, i) => put(inside, x + 14 + box.inner.at[i].x, y + 40 + box.inner.at[i].y));
              return;
            }
            const node = box.component ? componentNode(box, x, y) : groupNode(box, x, y);
            Object.assign(node, { box, place: { x, y } });
            nodes.set(box.id, node);
            layers.nodes.append(node);
          };
          boxes.forEach((box, i) => put(box, layout.at[i].x, layout.at[i].y));
          const line = (from, to, points, isDown, isBack) => {
            const edge = edgeBetween(from, to, points ?? shortWay(nodes.get(from), nodes.get(to)), isDown, isBack);
            if (edge) { edges.push(edge); layers.edges.append(edge); }
            return edge;
          };
          for (const path of layout.paths) {
            const [a, b] = waves ? [path.to, path.from] : [path.from, path.to];
            if (!boxes[a].inner && !boxes[b].inner) line(boxes[a].id, boxes[b].id, path.points, layout.isDown, waves);
          }
          for (const box of boxes) for (const path of box.inner?.paths ?? []) {
            const [x, y] = [layout.at[number.get(box.id)].x + 14, layout.at[number.get(box.id)].y + 40];
            line(box.boxes[path.from].id, box.boxes[path.to].id, path.points.map(([a, b]) => [a + x, b + y]),
              box.inner.isDown);
          }
          // A line into or out of an open group ends at the component itself.
          const seen = new Set();
          if (!isWhole) for (const c of components) for (const [target] of c.needs) {
            if (groupOf(c) === groupOf(target) || !state.open.has(groupOf(c)) && !state.open.has(groupOf(target))) continue;
            const ends = [c, target].map(e => state.open.has(groupOf(e)) ? e.name : "\n" + groupOf(e));
            if (seen.has(ends.join("\t"))) continue;
            seen.add(ends.join("\t"));
            line(...ends, null, false);
          }
          const drawn = new Set(lines.map(ends => ends.join()));
          for (const [a, b] of all) if (!drawn.has([a, b].join()) && !boxes[a].inner && !boxes[b].inner)
            line(boxes[a].id, boxes[b].id, null, false)?.classList.add("implied");
          if (waves) for (const wave of new Set(waves)) {
            const members = shown.filter((_, i) => waves[i] === wave), spots = members.map(c => nodes.get(c.name).place);
            layers.below.append(make("text", { class: "wave",
                x: layout.isDown ? -waveWidth : Math.min(...spots.map(spot => spot.x)), y: layout.isDown ? spots[0].y + 19 : -14 },
              `wave ${wave + 1}: ${time(Math.max(...members.map(c => total(c.timings))))}`));
          }
          svg = make("svg", { role: "group", "aria-label": "The wiring, drawn. Arrow keys move, Enter shows." },
            make("defs", {}, make("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7,
              markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, make("path", { class: "arrow", d: "M0 0L8 4L0 8Z" }))),
            layers.below, layers.edges, layers.nodes);
          const [left, top] = waves ? layout.isDown ? [waveWidth + 16, 16] : [16, 40] : [16, 16];
          whole = [-left, -top, layout.width + left + 16, layout.height + top + 16];
          drawing.replaceChildren(svg);
          const fit = Math.max(whole[2] / svg.clientWidth, whole[3] / svg.clientHeight);
          // On a phone, begin with only the part around the first box, so that it is large enough to read.
          const part = () => {
            const depth = node => layout.isDown ? node.place.y : node.place.x;
            const first = [...nodes.values()].reduce((a, b) => depth(b) < depth(a) ? b : a);
            const along = (middle, size, low, all) => Math.max(low, Math.min(middle - size / 2, low + all - size));
            const [wide, high] = [svg.clientWidth * 1.1, svg.clientHeight * 1.1];
            return [along(first.place.x + first.box.width / 2, wide, whole[0], whole[2]),
              along(first.place.y + first.box.height / 2, high, whole[1], whole[3]), wide, high];
          };
          set(state.at ?? (isNarrow() && fit > 1.3 ? part() : [...whole]), true);
          handle();
          const first = nodes.get(state.c) ?? nodes.values().next().value;
          first?.setAttribute("tabindex", "0");
          light();
        }
        // A straight path between two boxes, not routed around others.
        function shortWay(from, to) {
          if (!from || !to) return null;
          const center = node => [node.place.x + node.box.width / 2, node.place.y + node.box.height / 2];
          const [[ax, ay], [bx, by]] = [center(from), center(to)];
          return Math.abs(ax - bx) > Math.abs(ay - by)
            ? [[ax + Math.sign(bx - ax) * from.box.width / 2, ay], [bx - Math.sign(bx - ax) * to.box.width / 2, by]]
            : [[ax, ay + Math.sign(by - ay) * from.box.height / 2], [bx, by - Math.sign(by - ay) * to.box.height / 2]];
        }

        // MARK: Boxes and lines

        function componentNode(box, x, y) {
          const c = box.component, signs = marksOf(c);
          const label = [shownName(c), c.scope, ...roles(c), signs.includes("profile") ? "profiles " + c.profiles.map(profileText) : "",
            signs.includes("conditional") ? "conditional" : "", `needs ${c.needs.length}, used by ${c.users.length}`];
          const node = make("g", { class: "node", transform: `translate(${x},${y})` },
            make("title", {}, label.filter(Boolean).join(", ")),
            make("rect", { class: "frame", width: box.width, height: box.height, rx: 6 }),
            make("rect", { class: color(c), width: 7, height: box.height, rx: 3 }),
            make("text", { x: 15, y: 19 }, box.caption));
          signs.forEach((sign, i) => node.append(make("path", { class: "mark", d: marks[sign][0],
            transform: `translate(${pen.measureText(box.caption).width + 20 + i * 17},7)` })));
          if (box.note)
            node.append(make("text", { class: "soft", x: box.width - 8, y: 19, "text-anchor": "end" }, box.note));
          press(node, label.filter(Boolean).join(", "), () => choose(c.name));
          node.dataset.name = c.name;
          return node;
        }
        function groupNode(box, x, y) {
          const members = groups.get(box.group), width = box.width - 20;
          const node = make("g", { class: "node group", transform: `translate(${x},${y})` },
            make("title", {}, `${box.group}: ${box.note} components`),
            make("rect", { class: "frame", width: box.width, height: box.height, rx: 4 }), make("text", { x: 10, y: 19 }, box.caption),
            make("text", { class: "soft", x: box.width - 10, y: 19, "text-anchor": "end" }, box.note));
          // A bar that shows the share of each scope in the group.
          let left = 10;
          for (const [name, of] of Map.groupBy(members, color)) {
            const share = width * of.length / members.length;
            node.append(make("rect", { class: name, x: left, y: 29, width: share, height: 6 }));
            left += share;
          }
          press(node, `${box.group}, ${box.note} components, opens`, () => openGroup(box.group, true));
          node.dataset.group = box.group;
          return node;
        }
        function openFrame(box, x, y) {
          const frame = make("g", { class: "box", transform: `translate(${x},${y})` },
            make("rect", { width: box.width, height: box.height, rx: 4 }));
          const close = make("g", { class: "node group close" }, make("title", {}, `close ${box.group}`),
            make("rect", { class: "frame", width: Math.min(box.width, pen.measureText(box.caption).width + 44), height: 28, rx: 4 }),
            make("text", { x: 10, y: 19 }, `${box.caption} \u00d7`));
          press(close, `${box.group}, closes`, () => openGroup(box.group, false));
          Object.assign(close, { box: { width: 100, height: 28 }, place: { x, y }, frame: box });
          close.dataset.close = box.group;
          nodes.set("\n\n" + box.group, close);
          frame.append(close);
          return frame;
        }
        // The arrow points at the needed component. If the line is drawn backwards, the arrow is at its beginning.
        function edgeBetween(from, to, points, isDown, isBack) {
          if (!points) return null;
          const [a, b] = [byName.get(from), byName.get(to)];
          const own = a && b ? a.needs.filter(([target]) => target === b).map(([, d]) => d) : [];
          const kind = own.length > 0 && own.every(d => d.kind === "provider") ? " later"
            : circularLines.has(from + "\n" + to) ? " circular" : "";
          let way = "M" + points[0];
          for (let i = 1; i < points.length; i++) {
            const [[x, y], [u, v]] = [points[i - 1], points[i]];
            // A line inside a layer bows out of it. Every other line bends between two layers.
            const [p, q] = isDown ? (y === v ? [y + 24, y + 24] : [(y + v) / 2, (y + v) / 2])
              : x === u ? [x + 24, x + 24] : [(x + u) / 2, (x + u) / 2];
            way += (isDown ? x === u : y === v) ? " L" + points[i]
              : isDown ? ` C${x},${p} ${u},${q} ${u},${v}` : ` C${p},${y} ${q},${v} ${u},${v}`;
          }
          const edge = make("path", { class: "edge" + kind, d: way, [isBack ? "marker-start" : "marker-end"]: "url(#arrow)" },
            make("title", {}, own.length > 0 ? own.map(label).join(", ") : from.trim() + " to " + to.trim()));
          return Object.assign(edge, { ends: [from, to] });
        }

        // MARK: Highlights

        // The box that shows a component: its own, or that of its closed group.
        const boxOf = name => nodes.has(name) ? name : "\n" + groupOf(byName.get(name));
        function light() {
          if (!svg) return;
          const focus = hovered || (state.c && boxOf(state.c));
          let near = null, up = new Set(), down = new Set();
          if (focus && byName.has(focus) && nodes.has(focus)) {
            up = new Set([...needing(focus)].map(boxOf));
            down = new Set([...needed(focus)].map(boxOf));
            near = new Set([...up, ...down]);
          } else if (focus) {
            const lit = edges.filter(edge => edge.ends.includes(focus));
            near = new Set([focus, ...lit.flatMap(edge => edge.ends)]);
          }
          const found = matches(), isFiltered = found.length < components.length;
          const hits = new Set(found.map(c => boxOf(c.name)));
          // A search also highlights the neighbors of the components that it finds.
          const beside = new Set(isFiltered ? found.flatMap(c =>
            [...c.needs.map(([t]) => boxOf(t.name)), ...c.users.map(([u]) => boxOf(u))]) : []);
          const loss = state.out ? without(state.out) : null;
          for (const [id, node] of nodes) {
            const list = node.classList, isClose = node.dataset.close !== undefined;
            const isIn = near ? near.has(id) : !isFiltered || hits.has(id) || beside.has(id);
            list.toggle("dim", !isIn && !isClose && !(loss && (loss.falls.has(id) || id === state.out
              || loss.instead.some(([, next]) => boxOf(next) === id))));
            list.toggle("beside", !near && isFiltered && !hits.has(id) && beside.has(id));
            list.toggle("chosen", id === state.c);
            list.toggle("out", id === state.out);
            list.toggle("falls", loss?.falls.has(id) ?? false);
            list.toggle("substitute", loss?.instead.some(([, next]) => next === id) ?? false);
          }
          for (const edge of edges) {
            const [from, to] = edge.ends;
            const isUp = up.has(from) && up.has(to), isDown = down.has(from) && down.has(to);
            edge.classList.toggle("up", isUp);
            edge.classList.toggle("down", isDown && !isUp);
            edge.classList.toggle("dim", near ? !(isUp || isDown || !byName.has(focus) && edge.ends.includes(focus))
              : isFiltered && !edge.ends.some(end => hits.has(end)));
          }
          svg.classList.toggle("focused", near !== null);
          svg.querySelectorAll(".instead").forEach(edge => edge.remove());
          for (const [user, next] of loss?.instead ?? []) {
            const way = shortWay(nodes.get(boxOf(user)), nodes.get(boxOf(next)));
            const edge = way && edgeBetween(boxOf(user), boxOf(next), way, false);
            if (edge) { edge.setAttribute("class", "edge instead"); svg.append(edge); }
          }
        }
        """#
}
