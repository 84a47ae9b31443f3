#!/usr/bin/env bash
# Opens the graph's page in headless Chromium with 12 to 2,000 components. Lays it out, searches, clicks, walks
# with keys, excludes a component and follows links, in wide and narrow windows, light and dark. No line may cross a box
# that it doesn't belong to. The page opens within two seconds.
#
# The page is the quickstart's, with the data of another graph instead of its own.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
need chromium chromium

temporary_folder
swift package draw-graph --product quickstart --format html >"$work/quickstart.html"

# dependency PROPERTY KIND TARGET: an injection point. Its owner can't be created without the target.
dependency() {
    printf '{"property": "%s", "kind": "%s", "targets": ["%s"], "without": {"fault": "dependency-missing"}}\n' "$@"
}

# component NAME FILE [SCOPE [FACTS]]: a component whose dependencies come from the input. FACTS are further JSON.
component() {
    local dependencies
    dependencies=$(paste -sd ,)
    printf '{"name" : "%s", "type": "%s", "module": "%s", "origin": "%s:1", "scope": "%s", %s"dependencies": [%s]}\n' \
        "$1" "$1" "${1%%.*}" "$2" "${3:-singleton}" "${4:+$4, }" "$dependencies"
}

# page CYCLES: the page with the components of the input, or with those of a script.
page() {
    if [ "$1" = script ]; then cat; else printf 'const graph = {"cycles": %s, "components": [' "$1"; paste -sd ,; echo ']};'; fi \
        >"$work/data"
    awk -v data="$work/data" '
        /^const graph = / { while ((getline line < data) > 0) print line; inside = 1; next }
        /^const components = / { inside = 0 }
        inside { next }
        { print }
    ' "$work/quickstart.html"
}

# visit PAGE STEPS [FRAGMENT [OPTION…]]: prints the results of the steps, which run in the page like a user's actions.
visit() {
    { cat "$1"; printf '<pre id="visit"></pre>\n<script>\n'; cat "$work/common.js" "$2"
      printf '\nfind("visit").textContent = told.join("\\n");\n</script>\n'; } >"$work/visited.html"
    timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" \
        --virtual-time-budget=5000 "${@:4}" --dump-dom "file://$work/visited.html${3:+#$3}" 2>/dev/null |
        sed -n '/<pre id="visit">/,/<\/pre>/p'
}
sound() { check "$1: no script fails" bash -c '! grep -q "^error:" <<<"$0"' "$seen"; } # sound SUBJECT
cat >"$work/common.js" <<'EOS'
const told = [];
const tell = (what, value) => told.push(what + ": " + value);
window.onerror = message => tell("error", message);
const heading = () => document.querySelector("h1").textContent;
const press1 = (root, text) => [...root.querySelectorAll("button")].find(b => b.textContent === text).click();
function seek(text) {
  search.value = text;
  search.dispatchEvent(new Event("input"));
}
const lit = () => [...nodes.keys()].filter(id => !nodes.get(id).classList.contains("dim"));
const with_ = name => [...nodes.keys()].filter(id => nodes.get(id).classList.contains(name));
const key = (node, name) => node.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const letters = () => 14 / unit();
// The lines that cover another one from its beginning to its end, or share an end with it.
const merged = () => {
  const ends = edges.map(e => e.getAttribute("d")).flatMap(d => [d.slice(0, d.indexOf(" ")), d.slice(d.lastIndexOf(" "))]);
  return ends.length - new Set(ends).size;
};
const seenEdges = () => edges.filter(e => getComputedStyle(e).display !== "none");
// The boxes that a line crosses, although it neither begins nor ends there.
const crossed = () => seenEdges().flatMap(e => {
  const others = [...nodes].filter(([id, n]) => !n.frame && !e.ends.includes(id)).map(([, n]) => n), found = new Set();
  for (let at = 0; at <= e.getTotalLength(); at += 3) {
    const { x, y } = e.getPointAtLength(at);
    for (const n of others) if (x > n.place.x + 1 && x < n.place.x + n.box.width - 1 && y > n.place.y + 1
      && y < n.place.y + n.box.height - 1) found.add(n.box.id);
  }
  return [...found];
}).length;
// The pairs of lines that run over each other for more than 40 units.
function bars() {
  const at = seenEdges().map(e => Array.from({ length: Math.floor(e.getTotalLength() / 4) }, (_, i) => e.getPointAtLength(i * 4)));
  return at.flatMap((a, i) => at.filter((b, j) => i < j
    && a.filter(p => b.some(q => Math.hypot(p.x - q.x, p.y - q.y) < 1)).length > 10)).length;
}
// The number of boxes that overlap, or are outside the drawing.
function misplaced() {
  const boxes = [...nodes.values()].filter(n => !n.frame)
    .map(n => [n.place.x, n.place.y, n.place.x + n.box.width, n.place.y + n.box.height]);
  const over = boxes.filter((a, i) => boxes.some((b, j) => i < j && a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]));
  const out = boxes.filter(a => a[0] < whole[0] || a[1] < whole[1] || a[2] > whole[0] + whole[2] || a[3] > whole[1] + whole[3]);
  return over.length + out.length;
}
EOS

# Only the layout, with random graphs.
{
    for ((i = 0; i < 20; i++)); do
        scope=singleton facts=
        ((i == 5)) && scope=prototype
        ((i == 6)) && facts='"profiles": ["!night"]'
        ((i == 7)) && facts='"condition": "setting part.seven is true"'
        {
            ((i < 12)) && dependency one one "$(printf 'Parcels.Part%02d' $((i / 2 + 12)))"
            ((i < 4)) && dependency two one "$(printf 'Parcels.Part%02d' $((i + 6)))"
            true
        } | component "$(printf 'Parcels.Part%02d' "$i")" Parcels/Parts.swift "$scope" "$facts"
    done
    dependency one one Parcels.Part00 | component Parcels.PartServer Parcels/Parts.swift singleton '"roles": ["service"]'
    component Parcels.PartDay Parcels/Parts.swift </dev/null
    dependency clock one Parcels.PartDay | component Parcels.PartAlarm Parcels/Parts.swift singleton '"roles": ["startable"]'
} | page '[]' >"$work/small.html"
cat >"$work/steps.js" <<'EOS'
let state1 = 7;
const random = bound => (state1 = (state1 * 1103515245 + 12345) % 2147483648) % bound;
let wrong = 0, overlapping = 0, unequal = 0;
for (let seed = 0; seed < 20; seed++) {
  const boxes = Array.from({ length: 40 }, () => ({ width: 60 + random(120), height: 28 })), lines = [];
  for (let node = 0; node + 1 < 40; node++) for (let i = random(4); i > 0; i--)
    lines.push([node, node + 1 + random(39 - node)]);
  for (const isDown of [false, true]) for (const [most, bands] of [[1e9, 1], [6, 1], [1e9, 3]]) {
    const found = layered(boxes, lines, isDown, most, bands), again = layered(boxes, lines, isDown, most, bands);
    if (JSON.stringify(found) !== JSON.stringify(again)) unequal++;
    if (most > 6 && bands === 1) for (const [a, b] of lines) if (isDown ? found.at[a].y + 28 > found.at[b].y
      : found.at[a].x + boxes[a].width > found.at[b].x) wrong++;
    found.at.forEach((a, i) => found.at.forEach((b, j) => {
      if (i < j && a.x < b.x + boxes[j].width && b.x < a.x + boxes[i].width && a.y < b.y + 28 && b.y < a.y + 28) overlapping++;
    }));
  }
}
tell("direct", direct(5, [[0, 1], [1, 2], [0, 2], [2, 3], [3, 2], [0, 3], [1, 4]]).join(" "));
tell("backward", wrong);
tell("overlapping", overlapping);
tell("unequal", unequal);
const cycle = layered(Array.from({ length: 3 }, () => ({ width: 50, height: 28 })), [[0, 1], [1, 2], [2, 0]], false, 1e9, 1);
tell("cycle", cycle.paths.length);
tell("nothing", layered([], [], false, 1e9, 1).at.length);
const chain = best(Array.from({ length: 20 }, () => ({ width: 150, height: 28 })), Array.from({ length: 19 }, (_, i) => [i, i + 1]),
  { width: 1000, height: 800 });
tell("folded", 14 * Math.min(1000 / chain.width, 800 / chain.height) >= 11);
tell("chain", Math.round(layered(Array.from({ length: 2000 }, () => ({ width: 50, height: 28 })),
  Array.from({ length: 1999 }, (_, i) => [i, i + 1]), true, 1e9, 1).height) > 100000);
const long = layered(Array.from({ length: 4 }, () => ({ width: 100, height: 28 })), [[0, 1], [1, 2], [2, 3], [0, 3]], false, 1e9, 1);
tell("led around", long.paths.find(p => p.from === 0 && p.to === 3).points.length);
tell("misplaced", misplaced());
tell("letters", letters() >= 11);
tell("starts with", heading());
tell("module said", nodes.get("Parcels.Part00").querySelector("text").textContent);
tell("beside the drawing", document.querySelector("aside").innerText.includes("Parcels."));
tell("clock", byName.get("Parcels.PartAlarm").needs.map(([t]) => t.name));
tell("merged", merged());
tell("arrows", edges.every(e => e.getAttribute("marker-end") === "url(#arrow)"));
tell("used", byName.get("Parcels.PartDay").users.length);
tell("service", marksOf(byName.get("Parcels.PartServer")));
tell("starts", marksOf(byName.get("Parcels.PartAlarm")));
tell("profile", marksOf(byName.get("Parcels.Part06")));
tell("conditional", marksOf(byName.get("Parcels.Part07")));
tell("scope", nodes.get("Parcels.Part05").querySelector("rect.s2") !== null);
tell("legend", find("legend").textContent);
// Pointing at a box highlights all components that it needs, and all that need it.
nodes.get("Parcels.Part06").dispatchEvent(new PointerEvent("pointerenter"));
tell("pointed", lit());
tell("up and down", edges.filter(e => e.classList.contains("up")).length + " " + edges.filter(e => e.classList.contains("down")).length);
nodes.get("Parcels.Part06").dispatchEvent(new PointerEvent("pointerleave"));
tell("all", lit().length === nodes.size);
seek("part06");
tell("searched", lit());
tell("beside", with_("beside"));
seek("");
// Keys: one box is in the order of the tab key, arrows move, Enter shows, Escape leaves.
tell("tabs", [...nodes.values()].filter(n => n.getAttribute("tabindex") === "0").length);
const first = [...nodes.values()].find(n => n.getAttribute("tabindex") === "0");
first.focus();
key(first, "ArrowDown");
key(document.activeElement, "ArrowUp");
tell("walked", document.activeElement.dataset.name !== undefined);
key(nodes.get("Parcels.Part12"), "Enter");
tell("pressed", heading());
tell("named", nodes.get("Parcels.Part12").getAttribute("aria-label"));
tell("roles", [...nodes.values()].every(n => n.getAttribute("role") === "button" && n.getAttribute("aria-label")));
tell("labels", ["search", "module", "scope", "profile"].every(id => find(id).getAttribute("aria-label")));
// What fails if it is excluded.
find("whatif").click();
tell("out", with_("out"));
tell("falls", with_("falls").length);
tell("told", find("detail").textContent.includes("breaks, dependency-missing: .one of Part00"));
setTimeout(() => {}, 0);
remember();
tell("address", location.hash);
find("whatif").click();
tell("back", with_("falls").length);
key(nodes.get("Parcels.Part12"), "Escape");
tell("left", heading());
// Zoom by buttons, two fingers, and back.
const box = () => svg.getAttribute("viewBox").split(" ").map(Math.round).join();
const before = box();
press1(find("tools"), "+");
tell("zoomed", box() !== before);
press1(find("tools"), "Fit");
tell("fitted", box() === before);
const at = (kind, id, x, y) => svg.dispatchEvent(new PointerEvent(kind,
  { pointerId: id, clientX: x, clientY: y, buttons: 1, bubbles: true }));
at("pointerdown", 1, 100, 200); at("pointerdown", 2, 200, 200); at("pointermove", 2, 300, 200);
at("pointerup", 1, 100, 200); at("pointerup", 2, 300, 200);
tell("pinched", Number(box().split(",")[2]) < Number(before.split(",")[2]));
EOS
seen=$(visit "$work/small.html" "$work/steps.js" "" --window-size=1400,900)
sound "small"
expect "page" <<END
a line that another way implies is not drawn of groups, and those of a cycle are | direct: 0,1 1,2 2,3 3,2 1,4
a component is drawn before what it needs | backward: 0
no boxes overlap | overlapping: 0
the same graph is laid out the same each time | unequal: 0
a cycle is drawn | cycle: 3
a graph without components is drawn | nothing: 0
a chain of 2,000 is drawn | chain: true
a chain of 20 is folded, so that it can be read | folded: true
a line that skips layers is led around the boxes there | led around: 6
END
expect "small" <<END
every box has its place | misplaced: 0
no two lines begin or end at one place | merged: 0
each line has an arrow head at what is needed | arrows: true
letters are at least 11 px high | letters: true
the page starts with an overview | starts with: 23 components
one module is not named | module said: Part00
one module is not named beside the drawing | beside the drawing: false
the component of another profile is out | clock: Parcels.PartDay
the component of the real profile is used | used: 1
a service is marked | service: service
a component that starts is marked | starts: starts
a component with a profile is marked | profile: profile
a component with a condition is marked | conditional: conditional
a scope has its color | scope: true
the legend has each mark | legend: singletonprototypeservicestartsconditionalprofile
pointing lights all it needs and all that need it | pointed: Parcels.Part00,Parcels.Part06,Parcels.Part15,Parcels.PartServer
pointing lights the lines, too | up and down: 2 1
everything is lit after it | all: true
a search keeps the neighbors | searched: Parcels.Part00,Parcels.Part06,Parcels.Part15
neighbors are fainter than what a search finds | beside: Parcels.Part00,Parcels.Part15
one box is in the order of the tab key | tabs: 1
arrows move | walked: true
Enter shows | pressed: Part12
a box says what it is | named: Part12, singleton, needs 0, used by 2
every box is a button with a name | roles: true
every field has a name | labels: true
a component is taken out | out: Parcels.Part12
a component that is taken out takes others with it | falls: 3
the reason is given | told: true
the address says so | address: #c=Parcels.Part12&amp;out=Parcels.Part12
a component is put back | back: 0
Escape leaves | left: 23 components
the drawing zooms | zoomed: true
the drawing fits again | fitted: true
two fingers zoom | pinched: true
END

# A link shows the view from which it was copied.
cat >"$work/steps.js" <<'EOS'
tell("shows", heading());
tell("out", with_("out"));
tell("searched", search.value + " " + find("count").textContent);
tell("view", svg.getAttribute("viewBox"));
EOS
seen=$(visit "$work/small.html" "$work/steps.js" "c=Parcels.Part12&out=Parcels.Part12&q=part1&at=10,20,300,200")
expect "page" <<END
a link shows the component | shows: Part12
a link shows what was taken out | out: Parcels.Part12
a link shows the search | searched: part1 10 of 23
a link shows the same part | view: 10 20 300 200
END
seen=$(visit "$work/small.html" "$work/steps.js" "Parcels.Part03")
expect "page" <<END
a name alone is a link | shows: Part03
END
seen=$(visit "$work/small.html" "$work/steps.js" "c=nobody&open=%7B&at=1,x&out=%")
expect "page" <<END
a link to nothing shows all | shows: 23 components
END
sound "a link to nothing"

# The start-up in waves, if a program has measured it.
sed 's/"name" : "Parcels\.\([A-Za-z0-9]*\)"/"timings" : { "made" : 1.5, "started" : 2 }, &/g' "$work/small.html" >"$work/timed.html"
cat >"$work/steps.js" <<'EOS'
press1(find("tools"), "Start-up");
const wave = name => Number(nodes.get(name).place.y) + Number(nodes.get(name).place.x) * 0;
tell("waves", [...svg.querySelectorAll(".wave")].map(t => t.textContent).sort());
tell("misplaced", misplaced());
tell("noted", nodes.get("Parcels.Part12").textContent.includes("3.5 ms"));
tell("address", location.hash);
EOS
seen=$(visit "$work/timed.html" "$work/steps.js")
sound "waves"
expect "waves" <<END
there are as many waves as steps in the longest way | waves: wave 1: 3.5 ms,wave 2: 3.5 ms,wave 3: 3.5 ms,wave 4: 3.5 ms
every box has its place | misplaced: 0
each box has its time | noted: true
the address says so | address: #waves=1
END

# A ladder of 200 components in one file. Each depends on the next two, and the last one on the one before it.
for ((i = 0; i < 200; i++)); do
    {
        for ((next = i + 1; next <= i + 2 && next < 200; next++)); do
            dependency "$(printf 'next%03d' "$next")" one "$(printf 'App.Component%03d' "$next")"
        done
        ((i == 199)) && dependency back one App.Component198
        ((i == 7)) && dependency later provider App.Component000
        true
    } | component "$(printf 'App.Component%03d' "$i")" "App/File$((i / 25)).swift"
done | page '[["App.Component198", "App.Component199"]]' >"$work/ladder.html"
cat >"$work/steps.js" <<'EOS'
tell("files", nodes.size);
press1(list, "Component042");
tell("shows", heading());
tell("opened", [...state.open].length + " " + nodes.size);
tell("facts", find("detail").innerText.replaceAll("\n", " "));
press1(detail, "Component043");
tell("then", heading());
tell("more", find("detail").textContent.includes("41 more can't be made then:"));
seek("COMPONENT 199 singleton");
key(search, "Enter");
tell("by key", heading());
tell("cycle", find("detail").innerText.includes("Cycles"));
tell("red", edges.filter(e => e.classList.contains("circular")).length);
press1(document, "Overview");
tell("home", heading() + " " + nodes.size);
press1(list, "Component007");
openGroup(groupOf(byName.get("App.Component000")), true);
tell("dashed", edges.filter(e => e.classList.contains("later")).length);
seek("nothing like it");
tell("none", list.querySelectorAll("button").length);
EOS
seen=$(visit "$work/ladder.html" "$work/steps.js" "" --window-size=1300,900)
sound "ladder"
expect "ladder" <<END
many of one module are drawn by file | files: 8
a click in the list shows the component | shows: Component042
a file opens in its place | opened: 1 33
a component shows its dependents | .next042 of Component040
a dependency leads on | then: Component043
what falls is counted | more: true
Enter shows the first found | by key: Component199
a cycle is recognized | cycle: true
a cycle is red | red: 2
the overview is there again | home: 200 components 8
a provider is dashed | dashed: 1
a search can find nothing | none: 0
END

# For 1,000 components, the modules are drawn, and each opens in its place.
for ((module = 0; module < 20; module++)); do
    printf -v name 'Module%02d' "$module"
    for ((i = 0; i < 50; i++)); do
        # A chain inside the module, three lines to the next module, and one line from the first module to the third.
        {
            ((i < 49)) && dependency next one "$(printf '%s.%sPart%02d' "$name" "$name" $((i + 1)))"
            ((i == 10 && module == 0)) && dependency third one Module02.Module02Part10
            ((i % 20 == 0 && module < 19)) &&
                dependency other one "$(printf 'Module%02d.Module%02dPart%02d' $((module + 1)) $((module + 1)) "$i")"
            true
        } | component "$(printf '%s.%sPart%02d' "$name" "$name" "$i")" "$name/All.swift"
    done
done | page '[]' >"$work/large.html"
cat >"$work/steps.js" <<'EOS'
tell("starts with", heading());
tell("groups", list.querySelectorAll("summary").length);
tell("modules", nodes.size + " such as " + nodes.get("\nModule03").textContent);
tell("readable", letters() > (innerWidth > 700 ? 11 : 6));
tell("misplaced", misplaced());
const implied = () => edges.filter(e => e.classList.contains("implied")).map(e => e.ends.map(end => end.trim()).join(" to ")
  + " " + getComputedStyle(e).display);
tell("implied", implied());
nodes.get("\nModule00").dispatchEvent(new PointerEvent("pointerenter"));
tell("pointed", implied());
nodes.get("\nModule03").dispatchEvent(new PointerEvent("pointerenter"));
tell("spotted", lit().length);
key(nodes.get("\nModule03"), "Enter");
tell("opened", nodes.size);
tell("caption", nodes.get("Module03.Module03Part20").querySelector("text").textContent);
tell("inside", misplaced());
tell("crossing", edges.filter(e => e.ends.includes("\nModule04")).length);
nodes.get("Module03.Module03Part20").dispatchEvent(new MouseEvent("click"));
tell("shows", heading());
tell("lit", lit().includes("\nModule04") && lit().includes("Module03.Module03Part00") && !lit().includes("\nModule00") === false);
tell("legible", letters() > 8);
press1(detail, "Module04.Module04Part20");
tell("led on", with_("chosen"));
tell("both", [...state.open]);
press1(find("tools"), "Close all");
tell("closed", nodes.size);
find("home").click();
tell("back", nodes.size + " " + find("count").textContent);
const width = document.documentElement.clientWidth;
tell("overflows", document.documentElement.scrollWidth > width);
tell("large enough", svg.clientHeight > innerHeight * .5);
EOS
for size in 1300,900 500,900; do
    seen=$(visit "$work/large.html" "$work/steps.js" "" --window-size="$size")
    sound "large, $size"
    expect "large, $size" <<END
it starts with an overview | starts with: 1000 components
the list is grouped | groups: 20
the modules are drawn | modules: 20 such as Module03: 50 components
the modules can be read | readable: true
every box has its place | misplaced: 0
what another way implies is not drawn | implied: Module00 to Module02 none
an implied line is drawn while the pointer is on it | pointed: Module00 to Module02 inline
a module is lit with its neighbors | spotted: 3
a module opens in its place | opened: 70
a module is not named on each of its boxes | caption: Module03Part20
every box inside has its place | inside: 0
an open module has the lines that leave it | crossing: 4
a click shows a component | shows: Module03.Module03Part20
a component is lit with all it leads to | lit: true
a chosen component is large enough | legible: true
a link leads to another module | led on: Module04.Module04Part20
a linked module opens beside the first | both: Module03,Module04
all are closed at once | closed: 20
the overview is there again | back: 20 1000 components
the page is not wider than the window | overflows: false
the drawing has most of the window | large enough: true
END
done

# Random programs: no line crosses a box that it doesn't belong to, and no two lines merge.
random_program() { # random_program COUNT SEED BACK: a script that makes components, BACK lines of which lead back
    printf 'const graph = (([count, seed, back]) => {\n'
    cat <<'EOS'
let last = seed;
const random = bound => (last = (last * 1103515245 + 12345) % 2147483648) % bound;
const components = Array.from({ length: count }, (_, i) => {
  const name = "App." + "Part".repeat(1 + random(4)) + i;
  return { name, type: name, module: "App", origin: "App/All.swift:1", scope: "singleton", dependencies: [] };
});
const need = (from, to, kind) => components[from].dependencies.push({ property: "p" + to, kind, targets: [components[to].name] });
for (let i = 0; i + 1 < count; i++) {
  const targets = Array.from({ length: random(4) }, () => Math.min(count - 1, i + 1 + random(Math.ceil(count / 5))));
  for (const to of new Set(targets)) need(i, to, random(9) > 0 ? "one" : "provider");
}
for (let i = 0; i < back; i++) { const from = 2 + random(count - 2); need(from, from - 1 - random(2), "provider"); }
return { cycles: [], components };
EOS
    printf '})([%s, %s, %s]);\n' "$@"
}
cat >"$work/steps.js" <<'EOS'
tell("crossed", crossed());
tell("bars", bars());
tell("misplaced", misplaced());
EOS
for count in 12 26 60; do
    for seed in 1 2 3; do
        random_program "$count" "$seed" $((count / 12 * (seed - 1))) | page script >"$work/random.html"
        for size in 1280,800 390,844; do
            seen=$(visit "$work/random.html" "$work/steps.js" "" --window-size="$size")
            sound "$count components, $seed, $size"
            expect "$count components, $seed, $size" <<END
no line crosses a box | crossed: 0
no two lines merge | bars: 0
every box has its place | misplaced: 0
END
        done
    done
done

# A chain is folded on a wide page. It is not on a narrow one, which begins with a part that can be read.
for ((i = 10; i < 30; i++)); do
    { ((i == 29)) || dependency next one "App.Link$((i + 1))"; } | component "App.Link$i" App/All.swift
done | page '[]' >"$work/chain.html"
cat >"$work/steps.js" <<'EOS'
const rows = new Set([...nodes.values()].map(n => n.place.x)).size, columns = new Set([...nodes.values()].map(n => n.place.y)).size;
tell("folded", Math.min(rows, columns) > 1);
tell("crossed", crossed());
tell("bars", bars());
tell("letters", letters() >= 11);
const first = nodes.get("App.Link10");
tell("begins", first.place.x >= view[0] && first.place.y >= view[1] && first.place.x + first.box.width <= view[0] + view[2]);
EOS
for size in 1280,800 390,844; do
    seen=$(visit "$work/chain.html" "$work/steps.js" "" --window-size="$size")
    expect "chain, $size" <<END
it is folded on a wide page only | folded: $([ "$size" = 1280,800 ] && echo true || echo false)
no line crosses a box | crossed: 0
no two lines merge | bars: 0
it can be read | letters: true
it begins with the first box | begins: true
END
done

# 2,000 components, however they are spread over modules and files: they are drawn in groups, within two seconds.
cat >"$work/steps.js" <<'EOS'
document.body.offsetHeight;
tell("opens", performance.now() < 2000);
tell("took", Math.round(performance.now()) + " ms");
tell("groups", nodes.size > 1 && nodes.size <= 60);
const largest = Math.max(...[...groups.values()].map(of => of.length));
tell("small", largest <= 200);
choose("M0.Part0");
tell("shows", heading().endsWith("Part0") && nodes.has("M0.Part0"));
EOS
for spread in "0 0" "0 i" "i 0" "i%20 i%100" "i%3 0"; do  # the numbers of the module and of the file
    read -r module file <<<"$spread"
    {
        printf 'const graph = (() => {\nconst module = i => "M" + (%s), file = i => "F" + (%s) + ".swift";\n' "$module" "$file"
        cat <<'EOS'
const name = i => module(i) + ".Part" + i;
const need = i => ({ property: "p" + i, kind: "one", targets: [name(i)] });
const component = i => ({ name: name(i), type: name(i), module: module(i), origin: `${module(i)}/${file(i)}:1`, scope: "singleton",
  dependencies: [1, 7, 40].map(step => i + step).filter(to => to < 2000).map(need) });
return { cycles: [], components: Array.from({ length: 2000 }, (_, i) => component(i)) };
})();
EOS
    } | page script >"$work/many.html"
    seen=$(visit "$work/many.html" "$work/steps.js" "" --window-size=1280,800)
    grep -o "took: .*" <<<"$seen" | head -n 1
    sound "2,000, module $module, file $file"
    expect "2,000, module $module, file $file" <<END
the page opens in two seconds | opens: true
it draws groups | groups: true
none is too large | small: true
a component is shown in its group | shows: true
END
done

# Dark pages have a dark background, with light text and light lines.
cat >"$work/steps.js" <<'EOS'
const light1 = color => color.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) > 380;
const of = (selector, part) => light1(getComputedStyle(document.querySelector(selector))[part]) ? "light" : "dark";
tell("page", of("body", "backgroundColor") + ", links: " + of("#list button", "color") + ", boxes: "
  + of(".node .frame", "fill") + ", names: " + of(".node text", "fill"));
EOS
seen=$(visit "$work/small.html" "$work/steps.js" "" --blink-settings=preferredColorScheme=1)
expect "page" <<END
a light page has dark names | page: light, links: dark, boxes: light, names: dark
END
seen=$(visit "$work/small.html" "$work/steps.js" "" --blink-settings=preferredColorScheme=0)
expect "page" <<END
a dark page has light names | page: dark, links: light, boxes: dark, names: light
END
finish
