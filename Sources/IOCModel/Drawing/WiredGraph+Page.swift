extension WiredGraph {
    /// The graph as one page that needs nothing else: a list to search, what there is to know of a component with a
    /// picture of its neighbours, and the whole graph drawn where somebody has drawn it.
    /// - Parameter drawing: An SVG element of the whole graph, whose nodes are titled `n0`, `n1`, … as ``dot`` names
    ///   them; nil where there is none.
    package func page(drawing: String?) -> String {
        // No text of the program can end the script it stands in.
        let data = json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
        return Self.pageHead + (drawing.map { "<section id=\"drawing\">\n\($0)\n</section>\n" } ?? "")
            + "<article id=\"detail\"></article>\n</main>\n<script>\nconst graph = " + data + Self.pageScript
    }

    private static let pageHead = """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Wiring</title>
        <style>
        :root { color-scheme: light dark; --line: light-dark(#d0d7de, #3d444d); --link: light-dark(#0550ae, #79b8ff);
          --soft: light-dark(#57606a, #9198a1); --box: light-dark(#f6f8fa, #151b23); --bad: #cf222e; }
        body { display: flex; margin: 0; height: 100vh; font: 15px/1.5 system-ui, sans-serif; }
        nav { width: 22em; flex: none; display: flex; flex-direction: column; border-right: 1px solid var(--line); }
        nav > div:first-child { padding: 1em 1em .5em; }
        #list { overflow: auto; padding: 0 1em 1em; }
        main { flex: 1; overflow: auto; padding: 1em 2em; }
        input { width: 100%; box-sizing: border-box; font: inherit; padding: .3em .5em; }
        button { display: block; border: 0; background: none; font: inherit; padding: .1em 0; color: var(--link); }
        button { cursor: pointer; text-align: left; overflow-wrap: anywhere; }
        button[aria-current] { font-weight: bold; }
        #count, dt { color: var(--soft); }
        h1 { font-size: 1.4em; overflow-wrap: anywhere; }
        dt { margin-top: .8em; }
        dd { margin: 0; overflow-wrap: anywhere; }
        dd button { display: inline; margin-right: .6em; }
        dd.flow { display: flex; flex-wrap: wrap; gap: .1em .6em; align-items: baseline; }
        #drawing { border: 1px solid var(--line); margin-bottom: 1em; background: white; position: relative; }
        #drawing svg { display: block; width: 100%; height: 60vh; cursor: grab; touch-action: none; }
        #drawing .node, #map .node { cursor: pointer; outline-offset: 3px; }
        #drawing .dim { opacity: .12; }
        #tools { display: flex; flex-wrap: wrap; gap: .3em 1em; align-items: center; margin-bottom: .5em; }
        #tools button { border: 1px solid var(--line); border-radius: 4px; padding: .1em .6em; }
        #filters { display: flex; gap: .5em; margin-top: .5em; }
        select { flex: 1; min-width: 0; font: inherit; }
        @media (prefers-color-scheme: dark) {
          #drawing { background: black; }
          #drawing svg { filter: invert(1) hue-rotate(180deg); }
        }
        @media (max-width: 700px) {
          body { display: block; height: auto; }
          nav { width: auto; border-right: 0; border-bottom: 1px solid var(--line); }
          #list { max-height: 30vh; }
          main { padding: 1em; overflow: visible; }
          #drawing svg { height: 40vh; }
          #map { max-width: none; }
          #detail { overflow-x: auto; }
        }
        #drawing .chosen :is(path, polygon, rect) { stroke: #0550ae; stroke-width: 3; fill: #ddf4ff; }
        #map { display: block; max-width: 100%; height: auto; margin: 1em 0; }
        #map rect { fill: var(--box); stroke: var(--line); }
        #map .chosen rect { stroke: var(--link); stroke-width: 2; }
        #map text { fill: currentColor; font-size: 13px; }
        #map path { fill: none; stroke: var(--soft); }
        #map path.later { stroke-dasharray: 5 4; }
        #map path.circular { stroke: var(--bad); }
        #map g.node { cursor: pointer; }
        </style>
        <nav><div><input id="search" type="search" placeholder="Search components" aria-label="Search components">
        <div id="filters"><select id="module" aria-label="Module"></select>
        <select id="scope" aria-label="Scope"></select></div>
        <span id="count"></span></div><div id="list"></div></nav>
        <main>

        """

    private static let pageScript = """
        ;
        const byName = new Map(graph.components.map((c, number) => [c.name, { ...c, number, users: [] }]));
        for (const c of byName.values()) for (const d of c.dependencies) for (const t of d.targets)
          byName.get(t).users.push([c.name, d]);
        const find = id => document.getElementById(id);
        const list = find("list"), detail = find("detail"), search = find("search");
        // A drawing of very many is a line to look at: their modules are drawn instead.
        const isLarge = graph.components.length > 400;
        if (isLarge) find("drawing")?.remove();
        const drawing = find("drawing");
        const label = d => d.property ?? "(looked up)";
        let chosen = "";

        function make(tag, attributes, ...children) {
          const isDrawn = ["svg", "g", "rect", "text", "path", "title"].includes(tag);
          const node = isDrawn ? document.createElementNS(svgSpace, tag) : document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
          node.append(...children);
          return node;
        }
        const svgSpace = document.createRange().createContextualFragment("<svg></svg>").firstChild.namespaceURI;

        function link(name) {
          const button = make("button", name === chosen ? { "aria-current": "true" } : {}, name);
          button.onclick = () => show(name);
          return button;
        }
        function matches() {
          const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
          return graph.components.filter(c => {
            const text = (c.name + " " + c.type + " " + c.scope).toLowerCase();
            return words.every(word => text.includes(word)) && (!module.value || moduleOf(c) === module.value)
              && (!scope.value || c.scope === scope.value);
          });
        }
        const moduleOf = c => c.type.replace(/^any /, "").split(".")[0];
        const module = find("module"), scope = find("scope");
        for (const [select, all, of] of [[module, "All modules", moduleOf], [scope, "All scopes", c => c.scope]]) {
          const values = [...new Set(graph.components.map(of))].sort();
          select.append(make("option", { value: "" }, all), ...values.map(v => make("option", { value: v }, v)));
          select.onchange = () => { refresh(); dim(); };
        }
        // Whatever can be clicked can be reached and pressed with the keyboard.
        function press(node, name, action = () => show(name)) {
          node.setAttribute("tabindex", "0");
          node.setAttribute("role", "button");
          node.setAttribute("aria-label", name);
          node.onclick = action;
          node.onkeydown = event => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            action();
          };
        }
        function refresh() {
          const found = matches();
          // Many are told by module, which open one by one.
          const groups = Map.groupBy(found, moduleOf);
          list.replaceChildren(...(found.length <= 250 || groups.size < 2 ? found.map(c => link(c.name))
            : [...groups].sort((a, b) => a[0] < b[0] ? -1 : 1).map(([name, members]) => make("details",
                members.some(c => c.name === chosen) ? { open: "" } : {},
                make("summary", {}, name + ": " + members.length), ...members.map(c => link(c.name))))));
          const total = graph.components.length;
          find("count").textContent = found.length === total ? total + " components" : found.length + " of " + total;
        }
        function section(title, rows) {
          if (rows.length === 0) return [];
          return [make("dt", {}, title), ...rows.map(([text, names]) =>
            make("dd", names.length > 0 ? { class: "flow" } : {}, text, ...names.map(link)))];
        }
        function circles(name) { return graph.cycles.filter(c => c.includes(name)); }
        function isCircular(from, to) {
          return graph.cycles.some(c => c.some((n, i) => n === from && c[(i + 1) % c.length] === to));
        }

        // The chosen component in the middle, who uses it on the left, what it depends on on the right.
        function map(component) {
          const unique = pairs => [...new Map(pairs.map(p => [p[0] + "\\n" + label(p[1]), p])).values()];
          const users = unique(component.users);
          const needs = unique(component.dependencies.flatMap(d => d.targets.map(t => [t, d])));
          if (users.length + needs.length === 0) return [];
          const most = 12, width = 230, gap = 150, step = 46, height = 34;
          const sides = [users, needs].map(side => side.slice(0, most));
          const rows = Math.max(1, ...sides.map(side => side.length));
          const svg = make("svg", { id: "map", viewBox: `-4 -4 ${3 * width + 2 * gap + 8} ${rows * step + 24}`,
            width: 3 * width + 2 * gap + 8, role: "img" });
          const short = (name, size) => name.length > size ? "\\u2026" + name.slice(1 - size) : name;
          const top = (count, i) => (rows - count) * step / 2 + i * step;
          function box(name, x, y, kind) {
            const node = make("g", { class: "node" + kind, transform: `translate(${x},${y})` },
              make("title", {}, name), make("rect", { width, height, rx: 6 }),
              make("text", { x: 10, y: 22 }, short(name, 30)));
            press(node, name);
            return node;
          }
          function line(x, from, to, dependency, isRed) {
            const [a, b] = [from + height / 2, to + height / 2];
            const style = dependency.kind === "provider" ? "later" : isRed ? "circular" : "";
            return [make("path", { class: style,
                d: `M${x},${a} C${x + gap / 2},${a} ${x + gap / 2},${b} ${x + gap},${b}` }),
              make("text", { x: x + gap / 2, y: (a + b) / 2 - 5, "text-anchor": "middle" },
                short(label(dependency), 18))];
          }
          const middle = top(1, 0);
          sides[0].forEach(([name, d], i) => svg.append(
            ...line(width, top(sides[0].length, i), middle, d, isCircular(name, component.name)),
            box(name, 0, top(sides[0].length, i), "")));
          sides[1].forEach(([name, d], i) => svg.append(
            ...line(2 * width + gap, middle, top(sides[1].length, i), d, isCircular(component.name, name)),
            box(name, 2 * (width + gap), top(sides[1].length, i), "")));
          svg.append(box(component.name, width + gap, middle, " chosen"));
          [users, needs].forEach((side, i) => side.length > most && svg.append(
            make("text", { x: i * 2 * (width + gap) + 10, y: rows * step + 12 }, `and ${side.length - most} more`)));
          return [svg];
        }

        // What breaks if a component is out, by the rule that chose it: each point that has it, then those above.
        function without(name) {
          const rows = [], broken = new Set([name]);
          for (const [user, d] of byName.get(name).users) {
            const one = !["all", "allByName", "lookup"].includes(d.kind);
            const next = d.without?.component;
            if (one && d.without?.fault) broken.add(user);
            rows.push([one ? d.without?.fault ? "breaks, " + d.without.fault + ": ." + label(d) + " of"
                : next ? "gets another: ." + label(d) + " of"
                : d.without ? "is empty: ." + label(d) + " of" : "may break: ." + label(d) + " of"
              : (d.kind === "lookup" ? "may break: ." : "has one less: .") + label(d) + " of",
              next ? [user, next] : [user]]);
          }
          const direct = broken.size;
          for (const each of broken) if (each !== name) for (const [user, d] of byName.get(each).users)
            if (["one", "provider"].includes(d.kind)) broken.add(user);
          const rest = [...broken].slice(direct);
          if (rest.length > 0) rows.push([rest.length + " more can't be made then:", rest.slice(0, 40)]);
          return rows.length > 0 ? rows : [["nothing breaks", []]];
        }

        function show(name) {
          chosen = name;
          const c = byName.get(name);
          const needs = c.dependencies.map(d => ["." + label(d) + " (" + d.kind + (d.open ? ", one of" : "") + ")"
            + (d.inherited ? " from the parent context" : d.targets.length === 0 ? " none" : "")
            + (d.location ? " at " + d.location : ""), d.targets]);
          const facts = make("dl", {},
            ...section("Class", [[c.type, []]]), ...section("Scope", [[c.scope, []]]),
            ...section("Origin", [[c.origin, []]]), ...section("Condition", c.condition ? [[c.condition, []]] : []),
            ...section("Properties", (c.properties ?? []).map(text => [text, []])), ...section("Depends on", needs),
            ...section("Used by", c.users.map(([user, d]) => ["." + label(d) + " of", [user]])),
            ...section("Circles", circles(name).map(circle => ["", circle])),
            ...section("If it were out", without(name)));
          detail.replaceChildren(make("h1", {}, name), ...map(c), facts);
          dim();
          history.replaceState(null, "", "#" + encodeURIComponent(name));
          refresh();
        }
        // The modules with how many components each has, and how many properties lead from one to another.
        function modules() {
          const groups = [...Map.groupBy(graph.components, moduleOf)].sort((a, b) => a[0] < b[0] ? -1 : 1);
          if (groups.length < 2) return [];
          const needs = new Map(groups.map(([name]) => [name, new Map()]));
          for (const c of graph.components) for (const d of c.dependencies) for (const t of d.targets) {
            const [from, to] = [moduleOf(c), moduleOf(byName.get(t))];
            if (from !== to) needs.get(from).set(to, (needs.get(from).get(to) ?? 0) + 1);
          }
          const level = new Map(groups.map(([name]) => [name, 0]));
          for (const _ of groups) for (const [from, others] of needs) for (const to of others.keys())
            if (level.get(to) <= level.get(from)) level.set(to, Math.min(level.get(from) + 1, groups.length - 1));
          const width = 170, gap = 70, step = 64, height = 44, place = new Map(), rows = [];
          for (const [name] of groups) {
            const column = level.get(name);
            rows[column] = (rows[column] ?? 0) + 1;
            place.set(name, [column * (width + gap), (rows[column] - 1) * step]);
          }
          const right = Math.max(...[...place.values()].map(p => p[0])) + width + 8;
          const bottom = Math.max(...rows.filter(Boolean)) * step + 8;
          const svg = make("svg", { id: "map", viewBox: `-4 -4 ${right} ${bottom}`, width: right, role: "img" });
          for (const [from, others] of needs) for (const [to, count] of others) {
            const [x, y] = place.get(from), [u, v] = place.get(to), [a, b] = [y + height / 2, v + height / 2];
            const curve = `C${x + width + gap / 2},${a} ${u - gap / 2},${b} ${u},${b}`;
            const middle = { x: (x + width + u) / 2, y: (a + b) / 2 - 5, "text-anchor": "middle" };
            svg.append(make("path", { d: `M${x + width},${a} ${curve}` }), make("text", middle, String(count)));
          }
          for (const [name, members] of groups) {
            const [x, y] = place.get(name);
            const node = make("g", { class: "node", transform: `translate(${x},${y})` }, make("title", {}, name),
              make("rect", { width, height, rx: 6 }), make("text", { x: 10, y: 19 }, name.slice(0, 22)),
              make("text", { x: 10, y: 35 }, members.length + " components"));
            press(node, name, () => { module.value = module.value === name ? "" : name; refresh(); dim(); });
            svg.append(node);
          }
          return [svg];
        }
        function overview() {
          const count = new Map();
          for (const c of graph.components) count.set(c.scope, (count.get(c.scope) ?? 0) + 1);
          detail.replaceChildren(make("h1", {}, graph.components.length + " components"), ...modules(), make("dl", {},
            ...section("Scopes", [...count].map(([scope, n]) => [n + " " + scope, []])),
            ...section("Circles", graph.cycles.map(circle => ["", circle])),
            ...section("Used by nobody", [["", [...byName.values()].filter(c => c.users.length === 0)
              .map(c => c.name)]].filter(row => row[1].length > 0))));
        }

        // The drawing: what is far from the chosen component, or filtered out, is dimmed.
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
        function dim() {
          if (!drawing) return;
          const shown = new Set(matches().map(c => c.name));
          const depth = find("depth").value;
          const reached = chosen && depth ? near(Number(depth)) : null;
          const isNear = name => shown.has(name) && (!reached || reached.has(name));
          const named = title => graph.components[Number(title.slice(1))]?.name;
          for (const node of drawing.querySelectorAll(".node")) {
            const name = named(node.querySelector("title").textContent);
            node.classList.toggle("chosen", name === chosen);
            node.classList.toggle("dim", name !== undefined && !isNear(name));
          }
          for (const edge of drawing.querySelectorAll(".edge")) {
            const title = edge.querySelector("title")?.textContent ?? "";
            const ends = title.split("->").map(end => named(end.split(":")[0]));
            edge.classList.toggle("dim", ends.some(name => name !== undefined && !isNear(name)));
          }
        }
        if (drawing) {
          const svg = drawing.querySelector("svg");
          svg.removeAttribute("width");
          svg.removeAttribute("height");
          const whole = svg.viewBox.baseVal;
          const all = [whole.x, whole.y, whole.width, whole.height];
          let view = [...all];
          const set = next => { view = next; svg.setAttribute("viewBox", next.join(" ")); };
          const zoom = (by, x = .5, y = .5) => set([view[0] + view[2] * (1 - by) * x, view[1] + view[3] * (1 - by) * y,
            view[2] * by, view[3] * by]);
          const button = (text, title, action) => {
            const made = make("button", { "aria-label": title, title }, text);
            made.onclick = action;
            return made;
          };
          const depth = make("select", { id: "depth", "aria-label": "Neighbours shown" },
            ...[["", "whole graph"], ["1", "1 step"], ["2", "2 steps"], ["3", "3 steps"]]
              .map(([value, text]) => make("option", { value }, text)));
          depth.value = "1";
          depth.onchange = dim;
          drawing.before(make("div", { id: "tools" }, button("+", "Zoom in", () => zoom(.8)),
            button("\\u2212", "Zoom out", () => zoom(1.25)), button("Fit", "Fit the whole graph", () => set([...all])),
            make("label", {}, "around the chosen one: ", depth)));
          svg.onwheel = event => {
            event.preventDefault();
            const box = svg.getBoundingClientRect();
            zoom(event.deltaY > 0 ? 1.1 : 1 / 1.1, (event.clientX - box.x) / box.width,
              (event.clientY - box.y) / box.height);
          };
          let from = null;
          svg.onpointerdown = event => { from = [event.clientX, event.clientY, ...view]; };
          svg.onpointermove = event => {
            if (!from || event.buttons === 0) return;
            const unit = Math.max(from[4] / svg.clientWidth, from[5] / svg.clientHeight);
            set([from[2] - (event.clientX - from[0]) * unit, from[3] - (event.clientY - from[1]) * unit,
              from[4], from[5]]);
          };
          svg.onpointerup = () => { from = null; };
          for (const node of drawing.querySelectorAll(".node")) {
            const component = graph.components[Number(node.querySelector("title").textContent.slice(1))];
            if (component) press(node, component.name);
          }
        }
        search.oninput = () => { refresh(); dim(); };
        search.onkeydown = event => {
          const first = matches()[0];
          if (event.key === "Enter" && first) show(first.name);
        };
        const asked = decodeURIComponent(location.hash.slice(1));
        byName.has(asked) ? show(asked) : overview();
        refresh();
        </script>
        </html>

        """
}
