extension SourceGraph {
    /// The graph as one page that needs nothing else: a list to search, and what there is to know of a component.
    package var page: String {
        // No text of the sources can end the script it stands in.
        let data = json.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003c")
        return Self.pageHead + "<script>\nconst graph = " + data + Self.pageScript
    }

    private static let pageHead = """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Wiring</title>
        <style>
        body { display: flex; margin: 0; height: 100vh; font: 15px/1.5 system-ui, sans-serif; }
        nav { width: 24em; overflow: auto; padding: 1em; border-right: 1px solid #ccc; box-sizing: border-box; }
        main { flex: 1; overflow: auto; padding: 1em 2em; }
        input { width: 100%; box-sizing: border-box; font: inherit; padding: .3em; }
        button { display: block; border: 0; background: none; font: inherit; padding: .1em 0; color: #0550ae; }
        button { cursor: pointer; text-align: left; overflow-wrap: anywhere; }
        button[aria-current] { font-weight: bold; }
        dt { margin-top: .8em; color: #555; }
        dd { margin: 0; }
        </style>
        <nav><input id="search" type="search" placeholder="Search components" aria-label="Search components">
        <div id="list"></div></nav>
        <main id="detail"><p>Choose a component.</p></main>

        """

    private static let pageScript = """
        ;
        const byName = new Map(graph.components.map(c => [c.name, c]));
        const list = document.getElementById("list");
        const detail = document.getElementById("detail");
        const search = document.getElementById("search");
        let chosen = "";
        function link(name) {
          const button = document.createElement("button");
          button.textContent = name;
          if (name === chosen) button.setAttribute("aria-current", "true");
          button.onclick = () => show(name);
          return button;
        }
        function refresh() {
          const wanted = search.value.toLowerCase();
          const found = graph.components.filter(c => (c.name + " " + c.type).toLowerCase().includes(wanted));
          list.replaceChildren(...found.map(c => link(c.name)));
        }
        function section(title, rows) {
          if (rows.length === 0) return [];
          const term = document.createElement("dt");
          term.textContent = title;
          const items = rows.map(([text, names]) => {
            const item = document.createElement("dd");
            item.append(text, ...names.map(link));
            return item;
          });
          return [term, ...items];
        }
        function show(name) {
          chosen = name;
          const component = byName.get(name);
          const heading = document.createElement("h1");
          heading.textContent = name;
          const facts = document.createElement("dl");
          const users = graph.components.flatMap(c => c.dependencies
            .filter(d => d.targets.includes(name)).map(d => ["." + d.property + " of", [c.name]]));
          const needs = component.dependencies.map(d => ["." + d.property + " (" + d.kind + ")", d.targets]);
          facts.append(
            ...section("Class", [[component.type, []]]), ...section("Scope", [[component.scope, []]]),
            ...section("Origin", [[component.origin, []]]), ...section("Depends on", needs),
            ...section("Used by", users),
            ...section("Circles", graph.cycles.filter(c => c.includes(name)).map(c => ["", c])));
          detail.replaceChildren(heading, facts);
          refresh();
        }
        search.oninput = refresh;
        refresh();
        </script>
        </html>

        """
}
