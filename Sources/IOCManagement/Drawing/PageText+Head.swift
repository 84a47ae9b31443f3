extension PageText {
    /// The page up to the beginning of its script.
    static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Wiring</title>
        <style>
        :root { color-scheme: light dark; --line: light-dark(#c9d1d9, #3d444d); --link: light-dark(#0550ae, #79b8ff);
          --soft: light-dark(#57606a, #9198a1); --box: light-dark(#ffffff, #1c232c); --page: light-dark(#fff, #0d1117);
          --text: light-dark(#1f2328, #e6edf3); --edge: light-dark(#8c959f, #6e7681); --bad: light-dark(#b3261e, #ff8a80);
          --up: light-dark(#0550ae, #79b8ff); --down: light-dark(#8a4b00, #ffb77c);
          --s0: #0072b2; --s1: #56b4e9; --s2: #e69f00; --s3: #009e73; --s4: #cc79a7; --s5: #d55e00; --s6: #999999; }
        * { box-sizing: border-box; }
        body { display: grid; grid-template: 1fr / 1fr 23em; margin: 0; height: 100vh; font: 15px/1.5 system-ui, sans-serif;
          color: var(--text); background: var(--page); }
        main { position: relative; display: flex; flex-direction: column; min-width: 0; min-height: 0; }
        aside { border-left: 1px solid var(--line); display: flex; flex-direction: column; min-height: 0; }
        aside > header { padding: .8em 1em .4em; }
        #scroll { overflow: auto; padding: 0 1em 1em; }
        input { width: 100%; font: inherit; padding: .3em .5em; }
        button { border: 0; background: none; font: inherit; padding: .1em 0; color: var(--link); cursor: pointer;
          text-align: left; overflow-wrap: anywhere; }
        button:focus-visible, .node:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        button[aria-current] { font-weight: bold; }
        #list button { display: block; }
        #filters, #tools, #legend, #head { display: flex; flex-wrap: wrap; gap: .4em .8em; align-items: center; }
        #filters { margin-top: .5em; }
        #head { justify-content: space-between; margin-top: .4em; }
        select { flex: 1; min-width: 0; font: inherit; }
        #module { flex-basis: 100%; }
        #count, dt { color: var(--soft); }
        #tools { padding: .4em .8em; border-bottom: 1px solid var(--line); }
        #tools button { border: 1px solid var(--line); border-radius: 4px; padding: .1em .6em; }
        #tools button[aria-pressed=true] { background: var(--link); color: var(--page); }
        #legend { font-size: 12px; color: var(--soft); margin-left: auto; }
        #legend span { display: inline-flex; align-items: center; gap: .3em; }
        #legend svg { width: 14px; height: 14px; }
        h1 { font-size: 1.25em; overflow-wrap: anywhere; margin: .4em 0; }
        h2 { font-size: 1em; font-weight: normal; color: var(--soft); margin: 1em 0 0; }
        dl { margin: 0; }
        dt { margin-top: .7em; }
        dd { margin: 0; overflow-wrap: anywhere; }
        dd button { display: inline; margin-right: .6em; }
        table { border-collapse: collapse; table-layout: fixed; width: 100%; font-size: .87em; }
        th { font-weight: normal; color: var(--soft); text-align: left; }
        th, td { padding: .15em .4em .15em 0; vertical-align: top; border-bottom: 1px solid var(--line); }
        th:nth-child(2) { width: 26%; }
        th:nth-child(3) { width: 42%; }
        #whatif { border: 1px solid var(--line); border-radius: 4px; padding: .1em .6em; margin: .4em 0; }
        #drawing { flex: 1; min-height: 0; position: relative; }
        #drawing > svg { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: none;
          user-select: none; font: 14px system-ui, sans-serif; }
        .node { cursor: pointer; }
        .node > .frame { fill: var(--box); stroke: var(--edge); }
        .node text, .box text, .wave { fill: var(--text); }
        .node .soft, .wave { fill: var(--soft); }
        .group > .frame { stroke-width: 2; }
        .box > rect { fill: none; stroke: var(--link); stroke-dasharray: 2 3; }
        .s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); }
        .s4 { fill: var(--s4); } .s5 { fill: var(--s5); } .s6 { fill: var(--s6); }
        .mark { fill: none; stroke: var(--soft); stroke-width: 1.5; }
        .edge { fill: none; stroke: var(--edge); }
        .arrow { fill: context-stroke; }
        .edge.later { stroke-dasharray: 5 4; }
        .edge.circular { stroke: var(--bad); }
        .edge.up { stroke: var(--up); stroke-width: 2; }
        .edge.down { stroke: var(--down); stroke-width: 2; }
        .edge.implied { display: none; }
        .focused > g > .implied:not(.dim) { display: inline; }
        .edge.instead { stroke: var(--s3); stroke-width: 2; stroke-dasharray: 8 3; }
        .dim { opacity: .16; }
        .edge.dim { opacity: .08; }
        .beside { opacity: .6; }
        .chosen > .frame { stroke: var(--link); stroke-width: 3; }
        .out > .frame { stroke: var(--bad); stroke-width: 3; stroke-dasharray: 6 4; }
        .falls > .frame { stroke: var(--bad); stroke-width: 3; }
        .falls text { fill: var(--bad); }
        .substitute > .frame { stroke: var(--s3); stroke-width: 3; }
        @media (max-width: 700px) {
          body { display: flex; flex-direction: column; height: auto; }
          aside { order: -1; border-left: 0; border-bottom: 1px solid var(--line); }
          #scroll { display: flex; flex-direction: column; overflow: visible; }
          #list { order: -1; max-height: 40vh; overflow: auto; }
          #scroll > h2 { display: none; }
          #detail { scroll-margin-top: 1em; }
          main { height: 68vh; }
          #legend { margin-left: 0; }
        }
        @media (prefers-reduced-motion: no-preference) { .node, .edge { transition: opacity .12s; } }
        </style>
        <main>
        <div id="tools" role="toolbar" aria-label="Drawing"></div>
        <div id="drawing"></div>
        </main>
        <aside aria-label="Components">
        <header><input id="search" type="search" placeholder="Search components" aria-label="Search components">
        <div id="filters"><select id="module" aria-label="Module"></select>
        <select id="scope" aria-label="Scope"></select>
        <select id="profile" aria-label="Profile"></select></div>
        <div id="head"><span id="count" role="status"></span><button id="home">Overview</button></div></header>
        <div id="scroll"><article id="detail" aria-live="polite"></article><h2>All</h2><nav id="list" aria-label="All components"></nav></div>
        </aside>

        """
}
