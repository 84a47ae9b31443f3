extension PageText {
    /// Places boxes in layers: the dependencies of a box are in later layers.
    ///
    /// 1. A box's layer is one after the last layer of its dependents. A box without dependents is right before its
    ///    first dependency. Members of a cycle share a layer.
    /// 2. A layer with many boxes is split if the drawing can then be shown clearly larger.
    /// 3. A line that skips layers has its own place in each of them.
    /// 4. In each layer, the places are sorted by the middle of their neighbors: in the layer before, then in the layer
    ///    after, several times. This avoids most crossings of lines.
    /// 5. Each place then moves as near to the middle of its neighbors as the other places of its layer allow.
    /// 6. A long drawing is cut into bands beside each other if it can then be shown clearly larger.
    /// 7. Each line has its own place at the side of its boxes. Layers with many lines between them are further apart.
    /// 8. A line bends only between two layers, so that it crosses no box.
    /// 9. Boxes without a line are in rows below the others.
    static let layout = #"""
        // Finds the groups: the members of a cycle are one group. Dependencies come before their dependents.
        function cyclesOf(next) {
          const index = [], low = [], stack = [], groupOf = [], found = [];
          let count = 0;
          for (let root = 0; root < next.length; root++) {
            const work = index[root] === undefined ? [[root, 0]] : [];
            while (work.length > 0) {
              const top = work[work.length - 1], [node, step] = top;
              if (step === 0) { index[node] = low[node] = count++; stack.push(node); }
              const target = next[node][step];
              if (target !== undefined) {
                top[1]++;
                if (index[target] === undefined) work.push([target, 0]);
                else if (groupOf[target] === undefined) low[node] = Math.min(low[node], index[target]);
                continue;
              }
              work.pop();
              if (work.length > 0) { const above = work[work.length - 1][0]; low[above] = Math.min(low[above], low[node]); }
              if (low[node] !== index[node]) continue;
              const members = stack.splice(stack.lastIndexOf(node));
              members.forEach(member => { groupOf[member] = found.length; });
              found.push(members);
            }
          }
          return { groupOf, found };
        }
        // Removes lines that another path implies. The lines inside a cycle all stay.
        function direct(count, lines) {
          const next = Array.from({ length: count }, () => []);
          for (const [from, to] of lines) if (from !== to) next[from].push(to);
          const { groupOf, found } = cyclesOf(next), reach = [];
          found.forEach((members, group) => {
            const targets = members.flatMap(node => next[node]).map(t => groupOf[t]).filter(t => t !== group);
            reach[group] = new Set(targets.flatMap(t => [t, ...reach[t]]));
          });
          return lines.filter(([from, to]) => groupOf[from] === groupOf[to]
            || !next[from].some(t => groupOf[t] !== groupOf[from] && reach[groupOf[t]].has(groupOf[to])));
        }
        function layersOf(next) {
          const { groupOf, found } = cyclesOf(next);
          const layer = found.map(() => 0), isUsed = found.map(() => false);
          const targets = group => found[group].flatMap(node => next[node]).map(t => groupOf[t]).filter(t => t !== group);
          for (let group = found.length - 1; group >= 0; group--) for (const target of targets(group)) {
            layer[target] = Math.max(layer[target], layer[group] + 1);
            isUsed[target] = true;
          }
          const first = found.map((_, group) => Math.min(...targets(group).map(t => layer[t])));
          return groupOf.map(g => isUsed[g] || first[g] === Infinity ? layer[g] : first[g] - 1);
        }
        // Moves the places of a layer as near to their wanted positions as order and size allow.
        function stackUp(row, wishes) {
          const blocks = [];
          row.forEach((place, i) => {
            let block = { count: 1, size: place.size, wish: wishes[i] - place.size / 2 };
            for (let last = blocks.at(-1); last && last.wish + last.size > block.wish; last = blocks.at(-1)) {
              const [a, b] = [last.count, block.count];
              block = { count: a + b, size: last.size + block.size, wish: (last.wish * a + (block.wish - last.size) * b) / (a + b) };
              blocks.pop();
            }
            blocks.push(block);
          });
          let next = 0;
          for (const { count, wish } of blocks) {
            let at = wish;
            for (const place of row.slice(next, next += count)) { place.at = at + place.size / 2; at += place.size; }
          }
        }
        const middle = (place, near) =>
          near.length === 0 ? place.at : near.reduce((sum, other) => sum + other.at, 0) / near.length;

        // Lays boxes out in layers of a limited size, from left to right or from top to bottom, and cuts the layers into bands.
        function layered(boxes, lines, isDown, most, bands, given) {
          const next = boxes.map(() => new Set());
          for (const [from, to] of lines) if (from !== to) next[from].add(to);
          const linked = new Set(lines.filter(([a, b]) => a !== b).flat());
          const inside = given ? boxes.map((_, i) => i) : boxes.map((_, i) => i).filter(i => linked.has(i));
          const layer = given ?? layersOf(next.map(set => [...set]));
          // Split layers with too many boxes.
          const rows = [];
          for (const i of inside) (rows[layer[i]] ??= []).push(i);
          const split = rows.filter(Boolean).flatMap(row => {
            const parts = given ? 1 : Math.ceil(row.length / most), size = Math.ceil(row.length / parts);
            return Array.from({ length: parts }, (_, part) => row.slice(part * size, (part + 1) * size));
          }).filter(row => row.length > 0);
          const along = box => isDown ? box.height : box.width;
          const across = box => isDown ? box.width + 16 : box.height + 12;
          const places = boxes.map(() => null);
          const columns = split.map((row, column) => row.map(i =>
            places[i] = { column, size: across(boxes[i]), along: along(boxes[i]), at: 0, before: [], after: [] }));
          const routes = [];
          for (const [from, to] of lines) {
            if (from === to || !places[from] || !places[to]) continue;
            // A line to an earlier layer is laid out from its end to its beginning.
            const isBack = places[from].column > places[to].column;
            const [first, last] = [places[isBack ? to : from], places[isBack ? from : to]];
            const way = [first];
            for (let column = first.column + 1; column < last.column; column++) {
              const place = { column, size: isDown ? 14 : 9, along: 0, at: 0, before: [], after: [] };
              columns[column].push(place);
              way.push(place);
            }
            way.push(last);
            for (let i = 1; i < way.length; i++) if (way[i - 1].column < way[i].column) {
              way[i - 1].after.push(way[i]);
              way[i].before.push(way[i - 1]);
            }
            routes.push({ from, to, isBack, way });
          }
          for (const column of columns) stackUp(column, column.map(() => 0));
          for (let round = 0; round < 8; round++) {
            const isForth = round % 2 === 0;
            const near = place => isForth ? place.before : place.after;
            for (const column of isForth ? columns : [...columns].reverse()) {
              const wish = new Map(column.map(place => [place, middle(place, near(place))]));
              column.sort((a, b) => wish.get(a) - wish.get(b));
              stackUp(column, column.map(place => wish.get(place)));
            }
          }
          for (const column of [...columns].reverse())
            stackUp(column, column.map(place => middle(place, [...place.before, ...place.after])));
          const thick = columns.map(column => Math.max(...column.map(place => place.along)));
          const step = columns.map((column, i) => thick[i] + 44
            + Math.min(40, column.reduce((sum, place) => sum + place.after.length, 0)) * 2);
          const bandLength = step.reduce((sum, each) => sum + each, 0) / bands;
          const from = [], gutter = [];
          let [length, breadth, reached, first] = [0, 0, 0, 0];
          columns.forEach((column, i) => {
            from.push(reached);
            reached += step[i];
            length = Math.max(length, from[i] + thick[i]);
            if (reached < bandLength - 1 && i + 1 < columns.length) return;
            // The band ends. Put it beside the previous bands.
            const members = columns.slice(first, i + 1).flat();
            const top = Math.min(...members.map(place => place.at - place.size / 2));
            const size = Math.max(...members.map(place => place.at + place.size / 2)) - top;
            const offset = breadth > 0 ? breadth + 50 : 0;
            members.forEach(place => { place.at += offset - top; });
            for (let column = first; column <= i; column++) gutter[column] = offset - 25;
            breadth = offset + size;
            [reached, first] = [0, i + 1];
          });
          const point = (a, b) => isDown ? [b, a] : [a, b];
          const at = boxes.map((box, i) => {
            if (!places[i]) return null;
            const [x, y] = point(from[places[i].column], places[i].at);
            return isDown ? { x: x - box.width / 2, y } : { x, y: y - box.height / 2 };
          });
          // At the side of a box, each line has its own place. The places have the order of the other ends.
          const ends = routes.flatMap(({ way }, route) => [
            { route, end: 0, place: way[0], other: way[1], isBefore: false },
            // A line inside a layer begins and ends behind the layer.
            { route, end: 1, place: way.at(-1), other: way.at(-2), isBefore: way[0].column < way.at(-1).column }]);
          const ports = routes.map(() => []);
          for (const side of [false, true])
            for (const [place, of] of Map.groupBy(ends.filter(end => end.isBefore === side), end => end.place)) {
              const span = Math.min(place.size - (isDown ? 40 : 18), of.length * 9);
              of.sort((a, b) => a.other.at - b.other.at).forEach(({ route, end }, i) => {
                ports[route][end] = place.at + span * ((i + .5) / of.length - .5);
              });
            }
          const behind = place => from[place.column] + thick[place.column];
          const isInside = ({ way }) => way[0].column === way.at(-1).column;
          // Lines that run between two bands, and those inside a layer: each has its own distance from the boxes.
          const turning = routes.filter(({ way }) => new Set(way.map(place => gutter[place.column])).size > 1);
          const looped = Map.groupBy(routes.filter(isInside), ({ way }) => way[0].column);
          const paths = routes.map((route, number) => {
            const { way } = route, [begin, end] = ports[number], last = way.length - 1;
            if (isInside(route)) {
              const [a, b] = way, beside = looped.get(a.column);
              const out = behind(a) + 14 * beside.indexOf(route) / beside.length;
              return { from: route.from, to: route.to, points: [point(from[a.column] + a.along, begin), point(out, begin),
                point(out, end), point(from[b.column] + b.along, end)] };
            }
            const lane = (turning.indexOf(route) - (turning.length - 1) / 2) * Math.min(5, 40 / turning.length);
            const points = way.flatMap((place, i) => {
              const at = i === 0 ? begin : i === last ? end : place.at, before = way[i - 1];
              const isTurn = i > 0 && gutter[before.column] !== gutter[place.column];
              return [...isTurn ? [behind(before) + 10 + lane / 4, from[place.column] - 10 + lane / 4]
                  .map(along => point(along, gutter[place.column] + lane)) : [],
                ...i > 0 ? [point(from[place.column], at)] : [],
                ...i === 0 && place.along < thick[place.column] ? [point(from[place.column] + place.along, at)] : [],
                ...i < last ? [point(behind(place), at)] : []];
            });
            return { from: route.from, to: route.to, points: route.isBack ? points.reverse() : points };
          });
          const turns = turning.length;
          let [width, height] = isDown ? [breadth, length] : [length, breadth];
          // Put components without a line in rows below.
          const alone = boxes.map((_, i) => i).filter(i => !places[i]);
          if (alone.length > 0) {
            const area = alone.reduce((sum, i) => sum + (boxes[i].width + 16) * (boxes[i].height + 12), 0);
            const wide = Math.max(width, Math.sqrt(area * 1.6), ...alone.map(i => boxes[i].width));
            let [x, y, tall] = [0, height > 0 ? height + 30 : 0, 0];
            for (const i of alone) {
              if (x > 0 && x + boxes[i].width > wide) { x = 0; y += tall + 12; tall = 0; }
              at[i] = { x, y };
              x += boxes[i].width + 16;
              tall = Math.max(tall, boxes[i].height);
              width = Math.max(width, x - 16);
            }
            height = y + tall;
          }
          return { at, paths, width, height, isDown, turns };
        }
        // Chooses the layout that has the largest boxes in the room.
        function best(boxes, lines, room, given) {
          let found = null, size = 0;
          // A narrow page shows a part of the drawing, so there are no bands.
          const ways = given ? [[1e9, 1]] : [[1e9, 1], [24, 1], [16, 1], [10, 1], [6, 1],
            ...room.width < 600 ? [] : [[1e9, 2], [1e9, 3], [1e9, 4]]];
          for (const [most, bands] of ways) for (const isDown of [false, true]) {
            const layout = layered(boxes, lines, isDown, most, bands, given);
            const scale = Math.min(room.width / layout.width, room.height / layout.height);
            // Use split layers or bands only if boxes become clearly larger, and no bands if texts have their full size.
            // Many lines between bands would look like a bar.
            if (layout.turns > 4 * (bands - 1)) continue;
            if (scale > size * (bands > 1 ? 1.25 : 1.08) && !(bands > 1 && size >= 1)) { found = layout; size = scale; }
          }
          return found;
        }
        """#
}
