extension PageText {
    /// What there is to know of the chosen component, or of all.
    static let panel = #"""
        function section(title, rows) {
          if (rows.length === 0) return [];
          return [make("dt", {}, title), ...rows.map(([text, names]) =>
            make("dd", names.length > 0 ? { class: "flow" } : {}, text, ...names.map(link)))];
        }
        const lines = (title, texts) => section(title, texts.filter(Boolean).map(text => [text, []]));
        function circles(name) { return graph.cycles.filter(c => c.includes(name)); }
        function isCircular(from, to) {
          return graph.cycles.some(c => c.some((n, i) => n === from && c[(i + 1) % c.length] === to));
        }
        const time = number => number.toLocaleString("en", { maximumSignificantDigits: 3 }) + " ms";
        const took = t => t ? ["made", "injected", "started"].filter(part => t[part] !== undefined)
          .map(part => part + " in " + time(t[part])).join(", ") : "";
        const total = t => (t.made ?? 0) + (t.injected ?? 0) + (t.started ?? 0);
        const read = p => p.property + (p.key ? " reads " + p.key : "") + (p.value ? " = " + p.value : "")
          + (p.location ? " at " + p.location : "");

        // The chosen component in the middle, who uses it on the left, what it depends on on the right.
        function map(component) {
          const unique = pairs => [...new Map(pairs.map(p => [p[0] + "\n" + label(p[1]), p])).values()];
          const users = unique(component.users);
          const needs = unique(component.dependencies.flatMap(d => d.targets.map(t => [t, d])));
          if (users.length + needs.length === 0) return [];
          const most = 12, width = 230, gap = 150, step = 46, height = 34;
          const sides = [users, needs].map(side => side.slice(0, most));
          const rows = Math.max(1, ...sides.map(side => side.length));
          const svg = make("svg", { id: "map", viewBox: `-4 -4 ${3 * width + 2 * gap + 8} ${rows * step + 24}`,
            width: 3 * width + 2 * gap + 8, role: "img" });
          const short = (name, size) => name.length > size ? "\u2026" + name.slice(1 - size) : name;
          const top = (count, i) => (rows - count) * step / 2 + i * step;
          function box(name, x, y, kind) {
            const node = make("g", { class: "node" + kind, transform: `translate(${x},${y})` },
              make("title", {}, name), make("rect", { width, height, rx: 6 }),
              make("text", { x: 10, y: 22 }, short(name, 27)));
            press(node, name);
            return node;
          }
          // A line's property stands at the end where no other's can be.
          function line(x, from, to, dependency, isRed, isUser) {
            const [a, b] = [from + height / 2, to + height / 2];
            const style = dependency.kind === "provider" ? "later" : isRed ? "circular" : "";
            const place = isUser ? { x: x + 6, y: a - 5 } : { x: x + gap - 6, y: b - 5, "text-anchor": "end" };
            return [make("path", { class: style,
                d: `M${x},${a} C${x + gap / 2},${a} ${x + gap / 2},${b} ${x + gap},${b}` }),
              make("text", place, short(label(dependency), 18))];
          }
          const middle = top(1, 0);
          sides[0].forEach(([name, d], i) => svg.append(
            ...line(width, top(sides[0].length, i), middle, d, isCircular(name, component.name), true),
            box(name, 0, top(sides[0].length, i), "")));
          sides[1].forEach(([name, d], i) => svg.append(
            ...line(2 * width + gap, middle, top(sides[1].length, i), d, isCircular(component.name, name), false),
            box(name, 2 * (width + gap), top(sides[1].length, i), "")));
          svg.append(box(component.name, width + gap, middle, " chosen"));
          [users, needs].forEach((side, i) => side.length > most && svg.append(
            make("text", { x: i * 2 * (width + gap) + 10, y: rows * step + 12 }, `and ${side.length - most} more`)));
          return [make("div", { id: "around" }, svg)];
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
          return [...rows, ...few([...broken].slice(direct), rest => rest + " more can't be made then:")];
        }
        // The first of many names, behind a text that counts them all.
        function few(names, text) {
          const rows = names.length > 0 ? [[text(names.length), names.slice(0, 40)]] : [];
          return names.length > 40 ? [...rows, [`and ${names.length - 40} more`, []]] : rows;
        }

        function show(name) {
          chosen = name;
          const c = byName.get(name);
          const needs = c.dependencies.map(d => ["." + label(d) + " (" + d.kind + (d.open ? ", one of" : "") + ")"
            + (d.inherited ? " from the parent context" : d.targets.length === 0 ? " none" : "")
            + (d.location ? " at " + d.location : ""), d.targets]);
          const outage = without(name);
          detail.replaceChildren(make("h1", {}, name), ...map(c), make("dl", {},
            ...lines("Class", [c.type]), ...lines("Scope", [c.scope]), ...lines("Origin", [c.origin]),
            ...lines("Profiles", (c.profiles ?? []).map(profileText)), ...lines("Condition", [c.condition]),
            ...lines("Startup", [took(c.timings)]), ...lines("Properties", (c.properties ?? []).map(read)),
            ...section("Depends on", needs),
            ...section("Used by", c.users.map(([user, d]) => ["." + label(d) + " of", [user]])),
            ...section("Circles", circles(name).map(circle => ["", circle])),
            ...section("If it were out", outage.length > 0 ? outage : [["nothing breaks", []]])));
          const around = find("around");
          if (around) around.scrollLeft = (around.scrollWidth - around.clientWidth) / 2;
          if (isGrouped) openModule(c.module);
          dim();
          approach();
          history.replaceState(null, "", "#" + encodeURIComponent(name));
          refresh();
        }
        function overview() {
          const count = new Map();
          for (const c of graph.components) count.set(c.scope, (count.get(c.scope) ?? 0) + 1);
          const slow = graph.components.filter(c => c.timings).sort((a, b) => total(b.timings) - total(a.timings));
          const unused = [...byName.values()].filter(c => c.users.length === 0).map(c => c.name);
          detail.replaceChildren(make("h1", {}, graph.components.length + " components"), ...modules(), make("dl", {},
            ...lines("Scopes", [...count].sort((a, b) => b[1] - a[1]).map(([scope, n]) => n + " " + scope)),
            ...section("Slowest", slow.slice(0, 10).map(c => [time(total(c.timings)), [c.name]])),
            ...section("Circles", graph.cycles.map(circle => ["", circle])),
            ...section("Used by nobody", few(unused, () => ""))));
        }
        // The modules, where the whole is drawn by its components.
        function modules() {
          const template = find("modules");
          if (!template || isGrouped) return [];
          const svg = template.content.firstElementChild.cloneNode(true);
          svg.id = "modulemap";
          for (const node of svg.querySelectorAll(".node"))
            press(node, node.dataset.module, () => choose(node.dataset.module));
          return [make("div", { id: "around" }, svg)];
        }
        find("home").onclick = () => {
          chosen = "";
          for (const field of [search, module, scope, profile]) field.value = "";
          history.replaceState(null, "", location.pathname + location.search);
          overview();
          filter();
          if (svg) set([...whole]);
          toTop();
        };
        """#
}
