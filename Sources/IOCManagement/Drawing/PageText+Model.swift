extension PageText {
    /// The components by name, their edges, and the state of the page.
    static let model = #"""
        const components = graph.components.map((c, number) => ({ ...c, number, users: [], needs: [] }));
        const byName = new Map(components.map(c => [c.name, c]));
        for (const c of components) for (const d of c.dependencies) for (const t of d.targets) {
          const target = byName.get(t);
          target.users.push([c.name, d]);
          c.needs.push([target, d]);
        }
        const find = id => document.getElementById(id);
        const label = d => d.property ?? "(looked up)";
        const moduleNames = [...new Set(components.map(c => c.module))].sort();
        const hasModules = moduleNames.length > 1;
        const withoutModule = c => c.name.startsWith(c.module + ".") ? c.name.slice(c.module.length + 1) : c.name;
        // The module is shown only if there are several.
        const shownName = c => hasModules ? c.name : withoutModule(c);
        const file = c => c.origin.replace(/:\d+(:\d+)?$/, "");
        const mostWhole = 60, mostInside = 200;
        // A drawing of thousands of boxes can't be read, so many components are grouped: by module, or by file if there
        // is only one module. If there are too many groups, or too large ones, a group is a range of names.
        function joined(parts, size) {
          const found = [];
          for (const [name, members] of parts) {
            const last = found.at(-1);
            if (last && last.members.length + members.length <= size) { last.to = name; last.members.push(...members); }
            else found.push({ from: name, to: name, members: [...members] });
          }
          return found.map(({ from, to, members }) => [from === to ? from : `${from} \u2026 ${to}`, members]);
        }
        const sorted = (list, of) => [...list].sort((a, b) => of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0);
        const unitOf = hasModules ? c => c.module : file;
        const units = [...Map.groupBy(sorted(components, unitOf), unitOf)].flatMap(([name, members]) =>
          members.length <= mostInside ? [[name, members]]
          : joined(sorted(members, withoutModule).map(c => [withoutModule(c), [c]]), mostInside / 2)
              .map(([range, of]) => [`${name}: ${range}`, of]));
        const groups = new Map(units.length <= mostWhole || components.length <= mostWhole ? units
          : joined(units, Math.max(mostWhole, Math.ceil(components.length / 40))));
        const groupNames = new Map([...groups].flatMap(([name, members]) => members.map(c => [c, name])));
        const groupOf = c => groupNames.get(c);
        const isMixed = new Set([...groups].filter(([, of]) => of.some(c => c.module !== of[0].module))
          .map(([name]) => name));
        const isGrouped = components.length > mostWhole && groups.size > 1;
        const isTimed = components.some(c => c.timings);

        // The state of the view. The address contains all of it.
        const state = { c: "", out: "", q: "", module: "", scope: "", profile: "", open: new Set(), waves: false, at: null };
        function remember() {
          const words = new URLSearchParams();
          for (const key of ["c", "out", "q", "module", "scope", "profile"]) if (state[key]) words.set(key, state[key]);
          if (state.open.size > 0) words.set("open", JSON.stringify([...state.open]));
          if (state.waves) words.set("waves", "1");
          if (state.at) words.set("at", state.at.map(Math.round).join());
          const text = words.toString();
          history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
        }
        function recall() {
          const text = location.hash.slice(1);
          let plain = text;
          try { plain = decodeURIComponent(text); } catch { /* a sign that is no code stands for itself */ }
          const words = new URLSearchParams(text);
          for (const key of ["q", "module", "scope", "profile"]) state[key] = words.get(key) ?? "";
          // A name without a key is the name of a component.
          const chosen = byName.has(plain) ? plain : words.get("c") ?? "";
          state.c = byName.has(chosen) ? chosen : "";
          state.out = byName.has(words.get("out") ?? "") ? words.get("out") : "";
          state.waves = isTimed && words.has("waves");
          let open = [];
          try { open = JSON.parse(words.get("open") ?? "[]"); } catch { /* nothing is open */ }
          state.open = new Set([].concat(open).filter(name => groups.has(name)));
          const at = (words.get("at") ?? "").split(",").map(Number);
          state.at = at.length === 4 && at.every(Number.isFinite) && at[2] > 0 && at[3] > 0 ? at : null;
        }

        // Returns all components that a component needs, or that need it, directly or through others.
        function closure(name, next) {
          const reached = new Set([name]);
          for (const each of reached) next(byName.get(each)).forEach(other => reached.add(other));
          return reached;
        }
        const needed = name => closure(name, c => c.needs.map(([target]) => target.name));
        const needing = name => closure(name, c => c.users.map(([user]) => user));

        const circularLines = new Set(graph.cycles.flatMap(c => c.map((n, i) => n + "\n" + c[(i + 1) % c.length])));

        // Returns what would happen without a component: first to the injection points that it fills, then to the
        // components that depend on one that breaks.
        function without(name) {
          const rows = [], falls = new Set(), instead = [];
          for (const [user, d] of byName.get(name).users) {
            const isOne = !["all", "allByName", "lookup"].includes(d.kind);
            const next = d.without?.component;
            if (isOne && d.without?.fault) falls.add(user);
            if (isOne && next) instead.push([user, next]);
            const place = "." + label(d) + " of";
            rows.push([isOne ? d.without?.fault ? `breaks, ${d.without.fault}: ${place}`
                : next ? `gets another: ${place}` : d.without ? `is empty: ${place}` : `may break: ${place}`
              : `${d.kind === "lookup" ? "may break" : "has one less"}: ${place}`, next ? [user, next] : [user]]);
          }
          const direct = falls.size;
          for (const each of falls) for (const [user, d] of byName.get(each).users)
            if (["one", "provider"].includes(d.kind) && user !== name) falls.add(user);
          const rest = [...falls].slice(direct);
          return { falls, instead, rows: [...rows, ...few(rest, count => count + " more can't be made then:")] };
        }
        // Returns a text with the number of names, and the first forty of them.
        function few(names, text) {
          const rows = names.length > 0 ? [[text(names.length), names.slice(0, 40)]] : [];
          return names.length > 40 ? [...rows, [`and ${names.length - 40} more`, []]] : rows;
        }

        const svgSpace = document.createRange().createContextualFragment("<svg></svg>").firstChild.namespaceURI;
        function make(tag, attributes, ...children) {
          const isDrawn = ["svg", "g", "rect", "text", "path", "title", "defs", "marker"].includes(tag);
          const node = isDrawn ? document.createElementNS(svgSpace, tag) : document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
          node.append(...children);
          return node;
        }
        """#
}
