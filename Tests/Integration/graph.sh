#!/usr/bin/env bash
# Opens the page of `ioc graph` with 200 components in headless Chromium, with and without Graphviz, searches and clicks.
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
        [ "$i" = 42 ] && echo '    static var traits: [ComponentTrait] { [.lazy] }'
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
  tell("drawn: " + drawing.querySelectorAll(".node").length);
  [...drawing.querySelectorAll(".node")].find(n => n.querySelector("title").textContent === "n7")
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  tell("by drawing: " + heading());
  tell("marked: " + drawing.querySelectorAll(".chosen").length);
  tell("dashed: " + document.querySelectorAll("#map path.later").length);
  seek("");
  tell("dimmed: " + drawing.querySelectorAll(".node.dim").length);
  const box = () => drawing.querySelector("svg").getAttribute("viewBox").split(/[ ,]+/).map(n => Math.round(n)).join();
  const whole = box();
  buttons(document, "+")[0].click();
  tell("zoomed: " + (box() !== whole));
  buttons(document, "Fit")[0].click();
  tell("fitted: " + (box() === whole));
  const next = [...drawing.querySelectorAll(".node")].find(n => n.querySelector("title").textContent === "n8");
  next.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  tell("pressed: " + heading());
  const scope = document.getElementById("scope");
  scope.value = "lazySingleton";
  scope.dispatchEvent(new Event("change"));
  tell("of the scope: " + document.querySelectorAll("#list button").length);
}
document.getElementById("visit").textContent = told.join("\n");
</script>
EOS

visit() { # visit PAGE: what the visitor tells
    cat "$1" "$temporary/visit.html" >"$temporary/visited.html"
    timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$temporary/profile" \
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
    check "$kind: with its dependents" told ".next042 of App.Component040"
    check "$kind: a dependency leads on" told "then: App.Component043"
    check "$kind: what breaks without it is told" told "without: breaks, missing-dependency: .next043 of"
    check "$kind: and what that takes with it" told "more: true"
    check "$kind: the map shows the neighbours" told "mapped: 5"
    check "$kind: a click in the map leads on" told "by map: App.Component044"
    check "$kind: Enter shows the first found" told "by key: App.Component199"
    check "$kind: a circle is told of" told "Circles App.Component198 App.Component199"
    check "$kind: and is red" told "red: 2"
    check "$kind: a search can find nothing" told "none: 0"
    check "$kind: all are drawn" told "drawn: 200"
    check "$kind: a click in the drawing shows the component" told "by drawing: App.Component007"
    check "$kind: and marks it" told "marked: 1"
    check "$kind: a provider is dashed" told "dashed: 1"
    check "$kind: what is no neighbour is dimmed" told "dimmed: 194"
    check "$kind: the drawing zooms" told "zoomed: true"
    check "$kind: and fits again" told "fitted: true"
    check "$kind: a node is pressed by key" told "pressed: App.Component008"
    check "$kind: a scope filters" told "of the scope: 1"
done

# Of very many components the modules are drawn, and listed to be opened.
for module in Billing Orders; do
    mkdir -p "$temporary/large/$module"
    for ((i = 0; i < 250; i++)); do
        printf 'final class %s%03d: IOCComponent, @unchecked Sendable {' "$module" "$i"
        [ "$module" = Billing ] && ((i % 100 == 0)) && printf ' @Autowired var order: Orders%03d ' "$i"
        echo '}'
    done >"$temporary/large/$module/All.swift"
done
echo '{ "prefixes": ["Billing", "Orders"] }' >"$temporary/large.json"
"$ioc" graph --sources "$temporary/large" --config "$temporary/large.json" --format html --no-cache -o "$temporary/large.html"
cat >"$temporary/visit.html" <<'EOS'
<pre id="visit"></pre>
<script>
const told = ["starts with: " + document.querySelector("h1").textContent];
told.push("groups: " + [...document.querySelectorAll("#list summary")].map(s => s.textContent));
told.push("modules: " + [...document.querySelectorAll("#map g.node text")].map(t => t.textContent));
told.push("between: " + document.querySelector("#map > text").textContent);
document.querySelector("#map g.node").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
told.push("of the module: " + document.getElementById("count").textContent);
document.getElementById("visit").textContent = told.join("\n");
</script>
EOS
seen=$(visit "$temporary/large.html")
check "large: it starts with an overview" told "starts with: 500 components"
check "large: the list is grouped" told "groups: Billing: 250,Orders: 250"
check "large: the modules are drawn" told "modules: Billing,250 components,Orders,250 components"
check "large: with what leads from one to another" told "between: 3"
check "large: a module is chosen by key" told "of the module: 250 of 500"
finish
