extension PageText {
    /// All facts about the chosen component, or about all components.
    static let panel = #"""
        function section(title, rows) {
          if (rows.length === 0) return [];
          return [make("dt", {}, title), ...rows.map(([text, names]) =>
            make("dd", {}, text + (text && names.length > 0 ? " " : ""), ...names.map(link)))];
        }
        const lines = (title, texts) => section(title, texts.filter(Boolean).map(text => [text, []]));
        const took = t => t ? ["made", "injected", "started"].filter(part => t[part] !== undefined)
          .map(part => part + " in " + time(t[part])).join(", ") : "";
        function table(title, heads, rows) {
          if (rows.length === 0) return [];
          // A long word may break after a dot, an underscore or a slash.
          const words = text => (text ?? "").split(/(?<=[._\/])/).flatMap(word => [word, make("wbr", {})]);
          const cell = (tag, text) => make(tag, tag === "th" ? { scope: "col" } : {}, ...words(text));
          const row = (tag, texts) => make("tr", {}, ...texts.map(text => cell(tag, text)));
          return [make("dt", {}, title), make("dd", {},
            make("table", {}, row("th", heads), ...rows.map(texts => row("td", texts))))];
        }
        // A place without the folders of its file, and without the key that the row has already.
        const place = (text, key) => text.replace(` (settings.${key})`, "").replace(/(^| )\/(?:[^ /]+\/)+/g, "$1");
        const read = p => [p.property + (p.key ? " reads " + p.key : "") + (p.location ? " at " + p.location : ""), p.value,
          (p.sources ?? []).map(text => place(text, p.key)).join("; ")];

        function show() {
          const c = byName.get(state.c), isOut = state.out === c.name;
          const needs = c.dependencies.map(d => ["." + label(d) + " (" + d.kind + (d.open ? ", one of" : "") + ")"
            + (d.inherited ? " from the parent context" : d.targets.length === 0 ? " none" : "")
            + (d.location ? " at " + d.location : "") + (d.because ? ", because " + d.because : "")
            + (d.others ? "; not " + d.others.map(o => `${shownName(byName.get(o.component))}: ${o.lacks}`).join("; not ") : ""), d.targets]);
          const what = make("button", { id: "whatif", "aria-pressed": isOut }, isOut ? "Put it back" : "Take it out");
          what.onclick = () => { state.out = isOut ? "" : c.name; show(); light(); remember(); find("whatif").focus(); };
          const outage = without(c.name).rows;
          detail.replaceChildren(make("h1", {}, shownName(c)), what, make("dl", {},
            ...section(isOut ? "Now that it is out" : "If it were out", outage.length > 0 ? outage : [["nothing breaks", []]]),
            ...lines("Class", [c.type]), ...lines("Scope", [c.scope]), ...lines("Role", [roles(c).join(", ")]),
            ...lines("Origin", [c.origin]), ...lines("Profiles", (c.profiles ?? []).map(profileText)),
            ...lines("Condition", [c.condition]), ...lines("Configuration", c.said ?? []), ...lines("Startup", [took(c.timings)]),
            ...table("Settings", ["Property", "Value", "From"], (c.properties ?? []).map(read)), ...section("Depends on", needs),
            ...section("Used by", c.users.map(([user, d]) => ["." + label(d) + " of", [user]])),
            ...section("Cycles", graph.cycles.filter(cycle => cycle.includes(c.name)).map(cycle => ["", cycle]))));
        }
        function overview() {
          const count = new Map();
          for (const c of components) count.set(c.scope, (count.get(c.scope) ?? 0) + 1);
          const slow = components.filter(c => c.timings).sort((a, b) => total(b.timings) - total(a.timings));
          const unused = components.filter(c => c.users.length === 0).map(c => c.name);
          const empty = components.flatMap(c => c.dependencies
            .filter(d => d.kind === "optional" && d.targets.length === 0 && !d.inherited)
            .map(d => ["." + label(d) + (d.wanted ? ": " + d.wanted : "") + " of", [c.name]]));
          const out = (report?.conditions ?? []).filter(c => !c.in).map(c => `${c.component}: ${c.reason} (${c.origin})`);
          const settings = (report?.settings ?? []).map(p =>
            [p.key, p.value + (p.pending ? `; at the next start ${p.pending}` : ""), place(p.origin, p.key)]);
          const checks = Object.entries(health?.checks ?? {}).sort().map(([subject, text]) => `${subject}: ${text}`);
          detail.replaceChildren(make("h1", {}, components.length + " components"), make("dl", {},
            ...lines(`Health: ${health?.status}`, checks),
            ...lines("Scopes", [...count].sort((a, b) => b[1] - a[1]).map(([scope, n]) => n + " " + scope)),
            ...section("Slowest", slow.slice(0, 10).map(c => [time(total(c.timings)), [c.name]])),
            ...section("Cycles", graph.cycles.map(cycle => ["", cycle])),
            ...lines("Out", out), ...section("Optional, without a component", empty),
            ...section("Used by nothing", few(unused, () => "")), ...table("Settings", ["Key", "Value", "From"], settings)));
        }
        """#
}
