extension PageText {
    /// The page down to where the drawing begins.
    static let head = """
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
        #filters, #head { display: flex; flex-wrap: wrap; gap: .5em; margin-top: .5em; }
        #head { justify-content: space-between; }
        select { flex: 1; min-width: 0; font: inherit; }
        #module { flex-basis: 100%; }
        #count, dt { color: var(--soft); }
        h1 { font-size: 1.4em; overflow-wrap: anywhere; }
        dl { display: grid; grid-template-columns: 8em 1fr; gap: 0 1em; }
        dt { grid-column: 1; margin-top: .6em; }
        dt + dd { margin-top: .6em; }
        dd { grid-column: 2; margin: 0; overflow-wrap: anywhere; }
        dd button { display: inline; margin-right: .6em; }
        dd.flow { display: flex; flex-wrap: wrap; gap: .1em .6em; align-items: baseline; }
        #tools { display: flex; flex-wrap: wrap; gap: .3em 1em; align-items: center; margin-bottom: .5em; }
        #tools button { border: 1px solid var(--line); border-radius: 4px; padding: .1em .6em; }
        #tools select { flex: none; }
        #drawing { border: 1px solid var(--line); margin-bottom: 1em; }
        #drawing svg { display: block; width: 100%; min-height: 300px; max-height: 60vh; }
        #drawing svg { cursor: grab; touch-action: none; user-select: none; }
        .node { cursor: pointer; outline-offset: 3px; }
        #drawing .dim { opacity: .12; }
        #drawing .chosen :is(path, polygon, rect) { stroke: #0550ae; stroke-width: 3; fill: #ddf4ff; }
        @media (prefers-color-scheme: dark) {
          #drawing svg, #modulemap { filter: invert(1) hue-rotate(180deg); }
        }
        #around { overflow-x: auto; margin: 1em 0; }
        #map, #modulemap { display: block; max-width: 100%; height: auto; }
        #map { min-width: 700px; }
        #map rect { fill: var(--box); stroke: var(--line); }
        #map .chosen rect { stroke: var(--link); stroke-width: 2; }
        #map text { fill: currentColor; font-size: 13px; }
        #map path { fill: none; stroke: var(--soft); }
        #map path.later { stroke-dasharray: 5 4; }
        #map path.circular { stroke: var(--bad); }
        @media (max-width: 700px) {
          body { display: block; height: auto; }
          nav { width: auto; border-right: 0; border-bottom: 1px solid var(--line); }
          #list { max-height: 30vh; }
          main { padding: 1em; overflow: visible; }
          #drawing svg { min-height: 220px; max-height: 45vh; }
          dl { display: block; }
          dt + dd { margin-top: 0; }
        }
        </style>
        <nav><div><input id="search" type="search" placeholder="Search components" aria-label="Search components">
        <div id="filters"><select id="module" aria-label="Module"></select>
        <select id="scope" aria-label="Scope"></select>
        <select id="profile" aria-label="Profile"></select></div>
        <div id="head"><span id="count"></span><button id="home">Overview</button></div></div>
        <div id="list"></div></nav>
        <main>

        """
}
