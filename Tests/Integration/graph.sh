#!/usr/bin/env bash
# Opens the page of `ioc graph` with 200 components in headless Chromium, with and without Graphviz, searches and clicks; a
# page of modules with 1,000. In wide and narrow windows, light and dark.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
need dot graphviz
need chromium chromium

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
swift build --product ioc
ioc=$(swift build --show-bin-path)/ioc

# A ladder of 200: each depends on the next two, the last on the one before it, and one is asked for later.
mkdir -p "$temporary/Sources/App"
{
    for ((i = 0; i < 200; i++)); do
        printf 'final class Component%03d: IOCComponent, @unchecked Sendable {\n' "$i"
        for ((next = i + 1; next <= i + 2 && next < 200; next++)); do
            printf '    @Autowired var next%03d: Component%03d\n' "$next" "$next"
        done
        [ "$i" = 199 ] && echo '    @Autowired var back: Component198'
        [ "$i" = 7 ] && echo '    @Autowired var later: Provider<Component000>'
        [ "$i" = 42 ] && echo '    static var traits: [ComponentTrait] { [.lazy, .profile("summer")] }'
        [ "$i" = 43 ] && echo '    static var traits: [ComponentTrait] { [.profile("!winter")] }'
        [ "$i" = 42 ] && echo '    @Value("app.port") var port = 80'
        echo '}'
    done
} >"$temporary/Sources/App/App.swift"
echo '{ "prefixes": ["Component"] }' >"$temporary/config.json"

# What a person would do, written into the page as one line a step.
cat >"$temporary/visit.html" <<'EOS'
<pre id="visit"></pre>
<script>
const told = [];
const tell = text => told.push(text);
const heading = () => document.querySelector("h1").textContent;
const buttons = (root, text) => [...root.querySelectorAll("button")].filter(b => b.textContent === text);
function seek(text) {
  const field = document.getElementById("search");
  field.value = text;
  field.dispatchEvent(new Event("input"));
}
window.onerror = message => tell("error: " + message);
tell("starts with: " + heading());
tell("listed: " + document.querySelectorAll("#list button").length);
seek("component042");
tell("found: " + [...document.querySelectorAll("#list button")].map(b => b.textContent));
tell("count: " + document.getElementById("count").textContent);
document.querySelector("#list button").click();
tell("shows: " + heading());
tell("facts: " + document.querySelector("dl").innerText.replaceAll("\n", " "));
buttons(document.getElementById("detail"), "App.Component043")[0].click();
tell("then: " + heading());
tell("without: " + [...document.querySelectorAll("dd")].map(d => d.textContent).filter(t => t.startsWith("breaks")).join());
tell("more: " + [...document.querySelectorAll("dd")].some(d => d.textContent.startsWith("41 more can't be made then:")));
tell("mapped: " + document.querySelectorAll("#map g.node").length);
[...document.querySelectorAll("#map g.node")].find(n => n.querySelector("title").textContent === "App.Component044")
  .dispatchEvent(new MouseEvent("click"));
tell("by map: " + heading());
seek("COMPONENT 199 singleton");
document.getElementById("search").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
tell("by key: " + heading());
tell("circle: " + document.querySelector("dl").innerText.replaceAll("\n", " "));
tell("red: " + document.querySelectorAll("#map path.circular").length);
seek("nothing like it");
tell("none: " + document.querySelectorAll("#list button").length);
if (drawing) {
  const box = () => drawing.querySelector("svg").getAttribute("viewBox").split(/[ ,]+/).map(n => Math.round(n)).join();
  buttons(document, "Fit")[0].click();
  const whole0 = box();
  tell("drawn: " + drawing.querySelectorAll(".node").length);
  [...drawing.querySelectorAll(".node")].find(n => n.dataset.name === "App.Component007")
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  tell("by drawing: " + heading());
  tell("marked: " + drawing.querySelectorAll(".chosen").length);
  tell("dashed: " + document.querySelectorAll("#map path.later").length);
  seek("");
  tell("dimmed: " + drawing.querySelectorAll(".node.dim").length);
  tell("near: " + (box() !== whole0));
  const whole = box();
  buttons(document, "+")[0].click();
  tell("zoomed: " + (box() !== whole));
  buttons(document, "Overview")[0].click();
  tell("home: " + heading());
  tell("lit: " + drawing.querySelectorAll(".node:not(.dim)").length);
  tell("fitted: " + (box() === whole0));
  const at = (kind, id, x, y) => drawing.querySelector("svg").dispatchEvent(new PointerEvent(kind,
    { pointerId: id, clientX: x, clientY: y, buttons: 1, bubbles: true }));
  at("pointerdown", 1, 100, 200); at("pointerdown", 2, 200, 200); at("pointermove", 2, 300, 200);
  at("pointerup", 1, 100, 200); at("pointerup", 2, 300, 200);
  tell("pinched: " + (Number(box().split(",")[2]) < Number(whole0.split(",")[2])));
  buttons(document, "Fit")[0].click();
  const next = [...drawing.querySelectorAll(".node")].find(n => n.dataset.name === "App.Component008");
  next.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  tell("pressed: " + heading());
  const scope = document.getElementById("scope");
  scope.value = "lazySingleton";
  scope.dispatchEvent(new Event("change"));
  tell("of the scope: " + document.querySelectorAll("#list button").length);
  buttons(document, "Overview")[0].click();
  const profile = document.getElementById("profile");
  tell("profiles: " + [...profile.options].map(o => o.textContent));
  profile.value = "!winter";
  profile.dispatchEvent(new Event("change"));
  tell("of the profile: " + [...document.querySelectorAll("#list button")].map(b => b.textContent));
  tell("lit by profile: " + drawing.querySelectorAll(".node:not(.dim)").length);
}
document.getElementById("visit").textContent = told.join("\n");
</script>
EOS

visit() { # visit PAGE [OPTION…]: what the visitor tells
    cat "$1" "$temporary/visit.html" >"$temporary/visited.html"
    timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$temporary/profile" "${@:2}" \
        --dump-dom "file://$temporary/visited.html" 2>/dev/null | sed -n '/<pre id="visit">/,/<\/pre>/p'
}
told() { contains "$seen" "$1"; }

mkdir "$temporary/bin"
ln -s "$(command -v swiftc)" "$temporary/bin/swiftc"
for kind in drawn plain; do
    path=$PATH
    [ "$kind" = plain ] && path=$temporary/bin
    PATH=$path "$ioc" graph --sources "$temporary/Sources" --config "$temporary/config.json" --format html --no-cache \
        -o "$temporary/$kind.html"
    seen=$(visit "$temporary/$kind.html")
    check "$kind: no script fails" bash -c '! grep -q "^error:" <<<"$0"' "$seen"
    check "$kind: the page starts with an overview" told "starts with: 200 components"
    check "$kind: all components are listed" told "listed: 200"
    check "$kind: a search finds one" told "found: App.Component042"
    check "$kind: it counts what it finds" told "count: 1 of 200"
    check "$kind: a click shows the component" told "shows: App.Component042"
    check "$kind: with its scope" told "Scope lazySingleton"
    check "$kind: with its origin" told "App.swift:"
    check "$kind: with its profile" told "Profiles summer"
    check "$kind: with what that comes to" told "Condition hangs on the profile 'summer'"
    check "$kind: with the properties it reads" told "Properties port reads app.port at "
    check "$kind: with its dependents" told ".next042 of App.Component040"
    check "$kind: a dependency leads on" told "then: App.Component043"
    check "$kind: what breaks without it is told" told "without: breaks, dependency-missing: .next043 of"
    check "$kind: and what that takes with it" told "more: true"
    check "$kind: the map shows the neighbors" told "mapped: 5"
    check "$kind: a click in the map leads on" told "by map: App.Component044"
    check "$kind: Enter shows the first found" told "by key: App.Component199"
    check "$kind: a circle is told of" told "Circles App.Component198 App.Component199"
    check "$kind: and is red" told "red: 2"
    check "$kind: a search can find nothing" told "none: 0"
    check "$kind: all are drawn" told "drawn: 200"
    check "$kind: a click in the drawing shows the component" told "by drawing: App.Component007"
    check "$kind: and marks it" told "marked: 1"
    check "$kind: a provider is dashed" told "dashed: 1"
    check "$kind: what is no neighbor is dimmed" told "dimmed: 194"
    check "$kind: the chosen one is brought near" told "near: true"
    check "$kind: the drawing zooms" told "zoomed: true"
    check "$kind: the overview is there again" told "home: 200 components"
    check "$kind: with everything lit" told "lit: 200"
    check "$kind: and fits" told "fitted: true"
    check "$kind: two fingers zoom" told "pinched: true"
    check "$kind: a node is pressed by key" told "pressed: App.Component008"
    check "$kind: a scope filters" told "of the scope: 1"
    check "$kind: profiles are offered" told "profiles: All profiles,no profile,not winter,summer"
    check "$kind: a profile filters" told "of the profile: App.Component043"
    check "$kind: also in the drawing" told "lit by profile: 1"
done

# Of very many components the modules are drawn, and each opens.
mkdir -p "$temporary/large"
for ((module = 0; module < 20; module++)); do
    printf -v name 'Module%02d' "$module"
    mkdir "$temporary/large/$name"
    for ((i = 0; i < 50; i++)); do
        printf 'final class %sPart%02d: IOCComponent, @unchecked Sendable {' "$name" "$i"
        # A chain inside the module, and three lines to the next one.
        [ "$i" -lt 49 ] && printf ' @Autowired var next: %sPart%02d;' "$name" $((i + 1))
        ((i % 20 == 0 && module < 19)) && printf ' @Autowired var other: Module%02dPart%02d;' $((module + 1)) "$i"
        echo '}'
    done >"$temporary/large/$name/All.swift"
done
echo '{ "prefixes": ["Module"] }' >"$temporary/large.json"
"$ioc" graph --sources "$temporary/large" --config "$temporary/large.json" --format html --no-cache -o "$temporary/large.html"
cat >"$temporary/visit.html" <<'EOS'
<pre id="visit"></pre>
<script>
const told = ["starts with: " + document.querySelector("h1").textContent];
const nodes = () => [...drawing.querySelectorAll(".node")];
const named = name => nodes().find(n => n.dataset.name === name);
window.onerror = message => told.push("error: " + message);
told.push("groups: " + [...document.querySelectorAll("#list summary")].length);
told.push("modules: " + nodes().length + " such as " + named("Module03").textContent);
told.push("between: " + drawing.querySelector(".edge title").textContent);
const smallest = Math.min(...nodes().map(n => n.querySelector("text").getBoundingClientRect().height));
told.push("readable: " + (smallest > 8));
named("Module03").dispatchEvent(new PointerEvent("pointerenter"));
told.push("spotted: " + drawing.querySelectorAll(".node:not(.dim)").length);
named("Module03").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
told.push("of the module: " + document.getElementById("count").textContent);
told.push("opened: " + nodes().length);
told.push("beside: " + nodes().filter(n => n.dataset.module).map(n => n.dataset.name));
named("Module03.Module03Part20").dispatchEvent(new MouseEvent("click"));
told.push("shows: " + document.querySelector("h1").textContent);
told.push("lit: " + nodes().filter(n => !n.classList.contains("dim")).map(n => n.dataset.name));
const text = named("Module03.Module03Part20").querySelector("text").getBoundingClientRect();
told.push("legible: " + (text.height > 8));
[...document.querySelectorAll("#detail button")].find(b => b.textContent === "Module04.Module04Part20").click();
told.push("led on: " + drawing.querySelector(".chosen").dataset.name);
document.getElementById("home").click();
told.push("back: " + nodes().length + " " + document.getElementById("count").textContent);
const width = document.documentElement.clientWidth;
told.push("overflows: " + (document.documentElement.scrollWidth > width));
document.getElementById("visit").textContent = told.join("\n");
</script>
EOS
for size in 1300,900 400,800; do
    seen=$(visit "$temporary/large.html" --window-size="$size")
    check "large, $size: no script fails" bash -c '! grep -q "^error:" <<<"$0"' "$seen"
    check "large, $size: it starts with an overview" told "starts with: 1000 components"
    check "large, $size: the list is grouped" told "groups: 20"
    check "large, $size: the modules are drawn" told "modules: 20 such as Module03Module03: 50"
    check "large, $size: with what leads from one to another" told "between: 3 properties"
    check "large, $size: and can be read" told "readable: true"
    check "large, $size: a module is lit with its neighbors" told "spotted: 3"
    check "large, $size: a module is chosen by key" told "of the module: 50 of 1000"
    check "large, $size: and opens" told "opened: 52"
    check "large, $size: with the modules beside it" told "beside: Module02,Module04"
    check "large, $size: a click shows a component" told "shows: Module03.Module03Part20"
    check "large, $size: with its neighbors" \
        told "lit: Module03.Module03Part19,Module03.Module03Part20,Module03.Module03Part21,Module02,Module04"
    check "large, $size: large enough" told "legible: true"
    check "large, $size: a link leads to another module" told "led on: Module04.Module04Part20"
    check "large, $size: the overview is there again" told "back: 20 1000 components"
    check "large, $size: nothing stands beside the page" told "overflows: false"
done

# Dark pages are dark, with light text.
cat >"$temporary/visit.html" <<'EOS'
<pre id="visit"></pre>
<script>
const light = color => color.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) > 380;
const canvas = document.createElement("p");
canvas.style.color = "canvas";
document.body.append(canvas);
document.getElementById("visit").textContent = "page: " + (light(getComputedStyle(canvas).color) ? "light" : "dark")
  + ", links: " + (light(getComputedStyle(document.querySelector("#list button")).color) ? "light" : "dark")
  + ", drawing: " + (getComputedStyle(drawing.querySelector("svg")).filter === "none" ? "as it is" : "inverted");
</script>
EOS
seen=$(visit "$temporary/plain.html" --blink-settings=preferredColorScheme=1)
check "a light page has dark links" told "page: light, links: dark, drawing: as it is"
seen=$(visit "$temporary/plain.html" --blink-settings=preferredColorScheme=0)
check "a dark page has light links and an inverted drawing" told "page: dark, links: light, drawing: inverted"
finish
