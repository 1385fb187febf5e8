// A square grid that grows: a landscape. Cells are "r,c" in coordinates of the browser's own, which may turn negative
// while the board grows; `base` is the square that Python calls row 0, column 0.

const keyOf = (r, c) => `${r},${c}`;
const partsOf = (key) => key.split(",").map(Number);

const FIELD = { r0: 0, c0: 0, r1: 2, c1: 3 };
const MANY = 400; // squares drawn one by one; a larger landscape is seen as flat colours until one looks nearer
const block = (x, y, w, h) => `M${x} ${y}h${w}v${h}h${-w}z`;
const countOf = ({ r0, c0, r1, c1 }) => Math.max(0, r1 - r0 + 1) * Math.max(0, c1 - c0 + 1);

const squares = {
  size: { w: CELL, h: CELL, pixels: 84 },
  nameAttribute: "data-cell",

  load(data) {
    const cells = new Map();
    data.cells.forEach((row, r) => row.forEach((value, c) => value && cells.set(keyOf(r, c), value)));
    const doubt = new Set((data.doubt ?? []).map(([r, c]) => keyOf(r, c)));
    return { cells, doubt, base: [0, 0] };
  },

  bounds(model) {
    let [r0, c0, r1, c1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const key of model.cells.keys()) {
      const [r, c] = partsOf(key);
      [r0, c0, r1, c1] = [Math.min(r0, r), Math.min(c0, c), Math.max(r1, r), Math.max(c1, c)];
    }
    return r0 === Infinity ? null : { r0, c0, r1, c1 };
  },

  dump(model) {
    const b = this.bounds(model);
    if (!b) {
      model.base = [0, 0];
      return [];
    }
    model.base = [b.r0, b.c0];
    return Array.from({ length: b.r1 - b.r0 + 1 }, (_, r) =>
      Array.from({ length: b.c1 - b.c0 + 1 }, (_, c) => model.cells.get(keyOf(r + b.r0, c + b.c0)) ?? ""),
    );
  },

  name(model, key) {
    const [r, c] = partsOf(key);
    return [r - model.base[0], c - model.base[1]];
  },

  doubts(model) {
    return [...model.doubt].map((key) => this.name(model, key));
  },

  // A small landscape keeps the field that an empty one shows: what is under the finger must not move away.
  span(model, app) {
    const b = this.bounds(model) ?? FIELD;
    if (app.data.readonly) return b;
    return {
      r0: Math.min(b.r0, FIELD.r0) - 1,
      c0: Math.min(b.c0, FIELD.c0) - 1,
      r1: Math.max(b.r1, FIELD.r1) + 1,
      c1: Math.max(b.c1, FIELD.c1) + 1,
    };
  },

  box(model, app) {
    const { r0, c0, r1, c1 } = this.span(model, app);
    const edge = app.data.readonly ? 6 : -46; // the ring for growing needs less room than a square
    return {
      x: c0 * CELL - edge,
      y: r0 * CELL - edge,
      w: (c1 - c0 + 1) * CELL + 2 * edge,
      h: (r1 - r0 + 1) * CELL + 2 * edge,
    };
  },

  all(model, app) {
    return app.stroke ? this.spanOfBox(app.box) : this.span(model, app);
  },

  // The squares to draw one by one: all of them, or those in the view, or none while those are too many.
  inSight(model, app) {
    const all = this.all(model, app);
    if (countOf(all) <= MANY) return all;
    const view = this.spanOfBox(app.view);
    const seen = {
      r0: Math.max(all.r0, view.r0),
      c0: Math.max(all.c0, view.c0),
      r1: Math.min(all.r1, view.r1),
      c1: Math.min(all.c1, view.c1),
    };
    return countOf(seen) <= MANY ? seen : null;
  },

  places(model, app) {
    const seen = this.inSight(model, app);
    if (!seen) return [];
    const { r0, c0, r1, c1 } = seen;
    const places = [];
    for (let r = r0; r <= r1; r++) {
      for (let c = c0; c <= c1; c++) {
        const key = keyOf(r, c);
        const value = model.cells.get(key) ?? "";
        if (!value && app.data.readonly) continue;
        const name = this.name(model, key);
        const near = !value && [[-1, 0], [1, 0], [0, -1], [0, 1]].some(([dr, dc]) => model.cells.has(keyOf(r + dr, c + dc)));
        places.push({
          key, name, value,
          x: c * CELL,
          y: r * CELL,
          classes: value ? [] : ["ft-ghost", ...(near || !model.cells.size ? ["ft-near"] : [])],
          svg: value ? this.square(value) : this.ghost(r, c, app.box),
          label: this.spoken(key, app),
        });
      }
    }
    return places;
  },

  spoken(key, app) {
    const [r, c] = this.name(app.model, key);
    const value = app.model.cells.get(key);
    return `row ${r + 1}, column ${c + 1}: ${value ? this.words(value, app) : "no card"}`;
  },

  // A landscape of too many squares to draw one by one, seen from afar: a path a colour, tokens larger by level.
  under(model, app, lit) {
    if (this.inSight(model, app)) return "";
    const { r0, c0, r1, c1 } = this.all(model, app);
    const field = `<path class="ft-far-field" d="${block(c0 * CELL, r0 * CELL, (c1 - c0 + 1) * CELL, (r1 - r0 + 1) * CELL)}"/>`;
    const keys = [...lit].map((name) => keyOf(...partsOf(name).map((v, i) => v + model.base[i])));
    return (
      `${field}<g class="ft-far">${this.flat(model, app)}</g>` +
      `<g>${keys.length ? this.flatOf(keys.map((key) => [key, model.cells.get(key)]), app) : ""}</g>` +
      this.rings(keys, "ft-ring") +
      this.rings([...model.doubt], "ft-doubt-ring") +
      this.rings(app.selected ? [keyOf(...app.selected.map((v, i) => v + model.base[i]))] : [], "ft-ring")
    );
  },

  rings(keys, name) {
    const d = keys.map((key) => partsOf(key)).map(([r, c]) => block(c * CELL - 20, r * CELL - 20, CELL + 40, CELL + 40)).join("");
    return d ? `<path class="ft-far-ring ${name}" d="${d}"/>` : "";
  },

  // Between two strokes the model is the same object, so what was drawn of it still holds.
  flat(model, app) {
    if (app.stroke) return this.flatOf(model.cells, app);
    if (app.flat?.model !== model) app.flat = { model, drawn: this.flatOf(model.cells, app) };
    return app.flat.drawn;
  },

  flatOf(cells, app) {
    const colours = app.data.options.colours;
    const layers = [new Map(), new Map(), new Map()];
    const add = (layer, colour, c, r, side) => {
      const edge = (CELL - side) / 2;
      layer.set(colour, (layer.get(colour) ?? "") + block(c * CELL + edge, r * CELL + edge, side, side));
    };
    for (const [key, value] of cells) {
      if (!value) continue;
      const [r, c] = partsOf(key);
      const [terrain, token] = value.split(":");
      add(layers[0], colours[terrain], c, r, 96);
      if (!token) continue;
      const [chit, deep] = colours[token];
      add(layers[1], chit, c, r, 64);
      add(layers[2], deep, c, r, { 1: 20, 2: 36 }[token[1]] ?? 52);
    }
    return layers.flatMap((layer) => [...layer].map(([colour, d]) => `<path fill="${colour}" d="${d}"/>`)).join("");
  },

  // While a finger is down the view stays, so the squares in sight are those of the frozen box.
  spanOfBox({ x, y, w, h }) {
    const floor = (v) => Math.floor(v / CELL + 0.01);
    return { r0: floor(y), c0: floor(x), r1: floor(y + h - 1), c1: floor(x + w - 1) };
  },

  ghost(r, c, box) {
    const { x, y, w, h } = ghostRect(c * CELL, r * CELL, CELL, CELL, box);
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="12"/>`;
  },

  square(value) {
    const [terrain, token] = value.split(":");
    return use(terrain, 1.5, 1.5, 97) + (token ? use(token, 3, 3, 94) : "");
  },

  words(value, app) {
    const names = app.data.names;
    return value.split(":").map((part) => names[part] ?? part).join(" with ");
  },

  hit({ x, y }, app) {
    const { x: left, y: top, w, h } = app.box;
    if (x < left || y < top || x >= left + w || y >= top + h) return null;
    return keyOf(Math.floor(y / CELL), Math.floor(x / CELL));
  },

  // A brush paints a terrain, a token, a token's level on whatever terrain lies there, nothing, or clears the square.
  paint(model, key, app) {
    const before = model.cells.get(key) ?? "";
    const after = this.painted(before, app.brush);
    if (after === before) {
      if (app.brush.does === "level" && before === "H") app.warn("No token stands on a House. Under “All tokens” you can still put one there.");
      else if (!before && !["clear", "bare"].includes(app.brush.does)) app.warn("No card lies here yet: paint its terrain first.");
      return false;
    }
    if (after) model.cells.set(key, after);
    else model.cells.delete(key);
    return true;
  },

  painted(before, brush) {
    const [terrain, token] = before.split(":");
    if (brush.does === "clear") return "";
    if (brush.does === "bare") return terrain;
    if (brush.does === "terrain") {
      const next = brush.value;
      if (!token || next === "H") return next;
      // A token goes along to the new terrain: a misread terrain keeps its plant, which becomes that terrain's plant.
      const native = token !== "ot" && token[0] === terrain.toLowerCase();
      return `${next}:${native ? next.toLowerCase() + token[1] : token}`;
    }
    if (brush.does === "level") return "RMO".includes(terrain) && terrain ? `${terrain}:${terrain.toLowerCase()}${brush.value}` : before;
    if (!terrain) return brush.value === "ot" ? before : `${brush.value[0].toUpperCase()}:${brush.value}`;
    return `${terrain}:${brush.value}`;
  },

  tools: () => [{ id: "turn", label: "Turn" }],

  act(app, tool) {
    if (tool !== "turn") return;
    const b = this.bounds(app.doc.model);
    if (!b) return;
    const turned = (key) => {
      const [r, c] = partsOf(key);
      return keyOf(b.r0 + c - b.c0, b.c0 + b.r1 - r);
    };
    const model = copyModel(app.doc.model);
    model.cells = new Map([...app.doc.model.cells].map(([key, value]) => [turned(key), value]));
    model.doubt = new Set([...app.doc.model.doubt].map(turned));
    app.commit(model);
    app.say("Turned a quarter clockwise");
  },

  firstCursor(app) {
    const b = this.bounds(app.model) ?? { r0: 0, c0: 0 };
    return keyOf(b.r0, b.c0);
  },

  step(key, [dx, dy], app) {
    const { r0, c0, r1, c1 } = this.span(app.model, app);
    const [r, c] = partsOf(key);
    const clamp = (v, low, high) => Math.min(Math.max(v, low), high);
    return keyOf(clamp(r + dy, r0, r1), clamp(c + dx, c0, c1));
  },

  cursorBox(key) {
    const [r, c] = partsOf(key);
    return { x: c * CELL, y: r * CELL, w: CELL, h: CELL };
  },
};

KINDS.squares = squares;
