extension PageText {
    /// The list with its search and filters.
    static let list = #"""
        const list = find("list"), detail = find("detail"), search = find("search");
        function link(name) {
          const button = make("button", name === state.c ? { "aria-current": "true" } : {}, shownName(byName.get(name)));
          button.onclick = () => choose(name);
          return button;
        }
        // Shows a component in the drawing and in the panel. If its group is closed, it is opened.
        function choose(name) {
          state.c = name;
          if (state.out && state.out !== name) state.out = "";
          if (isGrouped && !state.waves && !state.open.has(groupOf(byName.get(name)))) {
            state.open.add(groupOf(byName.get(name)));
            state.at = null;
            draw();
          }
          show();
          refresh();
          light();
          approach(name);
          remember();
          find("scroll").scrollTop = 0;
          // On a phone the list is above the component that it shows.
          if (isNarrow()) detail.scrollIntoView();
        }
        const isNarrow = () => innerWidth <= 700;
        function showAll() {
          overview();
          refresh();
          light();
          remember();
        }

        const profileText = name => name.replace(/^!/, "not ");
        const filters = [
          ["module", "All modules", c => [c.module], name => name], ["scope", "All scopes", c => [c.scope], name => name],
          // "!" stands for components without profiles. A profile's name is not empty, so no profile is written like
          // this.
          ["profile", "All profiles", c => c.profiles ?? ["!"], name => name === "!" ? "no profile" : profileText(name)],
        ];
        for (const [key, all, of, text] of filters) {
          const select = find(key), values = [...new Set(components.flatMap(of))].sort();
          select.append(make("option", { value: "" }, all), ...values.map(v => make("option", { value: v }, text(v))));
          select.hidden = values.length < 2;
          select.onchange = () => { state[key] = select.value; refresh(); light(); remember(); };
        }
        function matches() {
          const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
          return components.filter(c => {
            const text = [c.name, c.type, c.scope, ...roles(c), ...(c.profiles ?? [])].join(" ").toLowerCase();
            return words.every(word => text.includes(word))
              && filters.every(([key, , of]) => !state[key] || of(c).includes(state[key]));
          });
        }
        function refresh() {
          const found = matches(), total = components.length;
          // A long list is divided into groups that can be opened.
          const members = Map.groupBy(found, groupOf);
          list.replaceChildren(...(found.length <= 250 || members.size < 2 ? found.map(c => link(c.name))
            : [...members].sort((a, b) => a[0] < b[0] ? -1 : 1).map(([name, of]) => make("details",
                of.some(c => c.name === state.c) ? { open: "" } : {},
                make("summary", {}, name + ": " + of.length), ...of.map(c => link(c.name))))));
          find("count").textContent = found.length === total ? total + " components" : found.length + " of " + total;
        }
        search.oninput = () => { state.q = search.value; refresh(); light(); remember(); };
        search.onkeydown = event => {
          const first = matches()[0];
          if (event.key === "Enter" && first) choose(first.name);
        };
        // Fills the fields with the state in the address.
        function restore() {
          search.value = state.q;
          for (const [key] of filters) {
            find(key).value = state[key];
            if (find(key).value !== state[key]) find(key).value = state[key] = "";
          }
        }
        find("home").onclick = () => {
          for (const key of ["c", "out", "q", "module", "scope", "profile"]) state[key] = "";
          state.open.clear();
          state.at = null;
          restore();
          draw();
          showAll();
        };
        """#
}
