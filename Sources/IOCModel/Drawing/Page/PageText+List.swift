extension PageText {
    /// The list with its search and filters, and what everything else needs.
    static let list = #"""
        const byName = new Map(graph.components.map((c, number) => [c.name, { ...c, number, users: [] }]));
        for (const c of byName.values()) for (const d of c.dependencies) for (const t of d.targets)
          byName.get(t).users.push([c.name, d]);
        const find = id => document.getElementById(id);
        const list = find("list"), detail = find("detail"), search = find("search");
        const module = find("module"), scope = find("scope"), profile = find("profile");
        const label = d => d.property ?? "(looked up)";
        const isNarrow = matchMedia("(max-width: 700px)");
        let chosen = "";

        const svgSpace = document.createRange().createContextualFragment("<svg></svg>").firstChild.namespaceURI;
        function make(tag, attributes, ...children) {
          const isDrawn = ["svg", "g", "rect", "text", "path", "title"].includes(tag);
          const node = isDrawn ? document.createElementNS(svgSpace, tag) : document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
          node.append(...children);
          return node;
        }
        function link(name) {
          const button = make("button", name === chosen ? { "aria-current": "true" } : {}, name);
          button.onclick = () => { show(name); toTop(); };
          return button;
        }
        function toTop() {
          const main = document.querySelector("main");
          main.scrollTop = 0;
          if (isNarrow.matches) main.scrollIntoView();
        }
        // Whatever can be clicked can be reached and pressed with the keyboard.
        function press(node, name, action = () => show(name)) {
          node.setAttribute("tabindex", "0");
          node.setAttribute("role", "button");
          node.setAttribute("aria-label", name);
          node.onclick = () => { if (!isDragged) action(); };
          node.onkeydown = event => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            action();
          };
        }

        const profileText = name => name.replace(/^!/, "not ");
        const filters = [
          [module, "All modules", c => [c.module], name => name], [scope, "All scopes", c => [c.scope], name => name],
          // A profile's name can't be empty, and "!" alone is none.
          [profile, "All profiles", c => c.profiles ?? ["!"], name => name === "!" ? "no profile" : profileText(name)],
        ];
        for (const [select, all, of, text] of filters) {
          const values = [...new Set(graph.components.flatMap(of))].sort();
          select.append(make("option", { value: "" }, all), ...values.map(v => make("option", { value: v }, text(v))));
          select.hidden = values.length < 2;
          select.onchange = () => filter();
        }
        function matches() {
          const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
          return graph.components.filter(c => {
            const text = [c.name, c.type, c.scope, ...(c.profiles ?? [])].join(" ").toLowerCase();
            return words.every(word => text.includes(word))
              && filters.every(([select, , of]) => !select.value || of(c).includes(select.value));
          });
        }
        function filter() {
          if (isGrouped) openModule(module.value);
          refresh();
          dim();
        }
        function choose(name) {
          module.value = module.value === name ? "" : name;
          filter();
        }
        function refresh() {
          const found = matches();
          // Many are told by module, which open one by one.
          const groups = Map.groupBy(found, c => c.module);
          list.replaceChildren(...(found.length <= 250 || groups.size < 2 ? found.map(c => link(c.name))
            : [...groups].sort((a, b) => a[0] < b[0] ? -1 : 1).map(([name, members]) => make("details",
                members.some(c => c.name === chosen) ? { open: "" } : {},
                make("summary", {}, name + ": " + members.length), ...members.map(c => link(c.name))))));
          const total = graph.components.length;
          find("count").textContent = found.length === total ? total + " components" : found.length + " of " + total;
        }
        search.oninput = () => { refresh(); dim(); };
        search.onkeydown = event => {
          const first = matches()[0];
          if (event.key !== "Enter" || !first) return;
          show(first.name);
          toTop();
        };
        """#
}
