// A fixed 6x6 of four 3x3 boards with areas and lakes. Cells are "r,c" -> a piece ("r", "rt", "ra"), or, where the areas
// themselves are drawn (`options.drawing`), -> the number of the square's area ("0": a lake).

const SIDE = 6;
const BETWEEN = 14; // gap between two of the 3x3 boards
const along = (i) => i * CELL + (i >= 3 ? BETWEEN : 0);
const sides = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const everyCell = Array.from({ length: SIDE * SIDE }, (_, i) => [Math.floor(i / SIDE), i % SIDE]);
const sameBoard = ([r, c], [s, d]) => Math.floor(r / 3) === Math.floor(s / 3) && Math.floor(c / 3) === Math.floor(d / 3);

const areas = {
  size: { w: CELL, h: CELL, pixels: 92 },
  lowBadges: true, // the area's values are at the top
  nameAttribute: "data-cell",

  load(data) {
    const cells = new Map();
    data.cells.forEach((row, r) =>
      row.forEach((value, c) => {
        if (value !== "" && value !== null) cells.set(keyOf(r, c), String(value));
      }),
    );
    const doubt = new Set((data.doubt ?? []).map(([r, c]) => keyOf(r, c)));
    return { cells, doubt, drawing: Boolean(data.options.drawing), unscored: Boolean(data.options.unscored) };
  },

  dump(model) {
    if (model.drawing) return this.numbered(model);
    return Array.from({ length: SIDE }, (_, r) =>
      Array.from({ length: SIDE }, (_, c) => model.cells.get(keyOf(r, c)) ?? ""),
    );
  },

  name: (model, key) => partsOf(key),
  doubts: (model) => [...model.doubt].map(partsOf),

  areaOf(model, app, r, c) {
    if (r < 0 || c < 0 || r >= SIDE || c >= SIDE) return null;
    return model.drawing ? (model.cells.get(keyOf(r, c)) ?? null) : String(app.data.options.areas[r][c]);
  },

  joined(model, app, [r, c], [s, d]) {
    const mine = this.areaOf(model, app, r, c);
    return mine !== null && mine !== "0" && mine === this.areaOf(model, app, s, d) && sameBoard([r, c], [s, d]);
  },

  // Areas as they hang together: a drawn area that was cut in two is two.
  groups(model, app) {
    const seen = new Set();
    const groups = [];
    for (const start of everyCell) {
      if (seen.has(keyOf(...start)) || this.areaOf(model, app, ...start) === "0") continue;
      const group = [];
      const waiting = [start];
      seen.add(keyOf(...start));
      while (waiting.length) {
        const [r, c] = waiting.pop();
        group.push([r, c]);
        for (const [dr, dc] of sides) {
          const key = keyOf(r + dr, c + dc);
          if (seen.has(key) || !this.joined(model, app, [r, c], [r + dr, c + dc])) continue;
          seen.add(key);
          waiting.push([r + dr, c + dc]);
        }
      }
      groups.push(group.sort((a, b) => a[0] - b[0] || a[1] - b[1]));
    }
    return groups;
  },

  numbered(model) {
    const grid = Array.from({ length: SIDE }, () => Array(SIDE).fill(0));
    this.groups(model, null).forEach((group, i) => group.forEach(([r, c]) => (grid[r][c] = i + 1)));
    return grid;
  },

  state(model, group) {
    if (model.drawing) return group.length >= 2 && group.length <= 5 ? "empty" : "open";
    if (model.unscored) return "empty"; // whoever counts the board sees what is printed, not what it is worth
    const pieces = group.map(([r, c]) => model.cells.get(keyOf(r, c))).filter(Boolean);
    if (!pieces.length) return "empty";
    if (pieces.length < group.length) return "unfinished";
    return new Set(pieces.map((piece) => piece[0])).size === 1 ? "complete" : "mixed";
  },

  box: () => ({ x: -8, y: -8, w: SIDE * CELL + BETWEEN + 16, h: SIDE * CELL + BETWEEN + 16 }),

  places(model, app) {
    const states = new Map();
    for (const group of this.groups(model, app)) {
      const state = this.state(model, group);
      const animal = !model.unscored && group.some(([r, c]) => model.cells.get(keyOf(r, c))?.[1] === "a");
      group.forEach(([r, c], i) => states.set(keyOf(r, c), { state, size: group.length, first: i === 0, animal }));
    }
    return everyCell.map(([r, c]) => {
      const key = keyOf(r, c);
      const area = states.get(key);
      const value = model.cells.get(key) ?? "";
      const where = `row ${r + 1}, column ${c + 1}`;
      const place = { key, name: [r, c], value, x: along(c), y: along(r) };
      if (!area) return { ...place, classes: ["ft-lake"], svg: use("lake", 2, 2, 96), label: `${where}: lake` };
      const border = sides.map(([dr, dc]) => (this.joined(model, app, [r, c], [r + dr, c + dc]) ? 0 : 1)).join("");
      const piece = model.drawing || !value ? "" : use(this.symbol(value), ...(area.first ? [14, 27, 71] : [8, 8, 84]));
      const state = model.unscored ? "" : `, ${area.state}`;
      const worth = area.size > 1 ? `area of ${area.size}${state}` : "an area needs two squares";
      return {
        ...place,
        classes: [`ft-area-${area.state}`, ...(value ? [] : ["ft-bare"])],
        svg: use(`plot-${border}`) + piece + (area.first ? this.values(area, model) : ""),
        label: `${where}: ${model.drawing ? "" : `${value ? this.words(value, app) : "empty"}, `}${worth}`,
      };
    });
  },

  // The area's value with its state, and its animal's.
  values({ state, size, animal }, model) {
    if (size < 2) return '<text class="ft-value-alone" x="50" y="60">1</text>';
    const sign = { complete: "+", unfinished: "−", mixed: "−" }[state] ?? "";
    const [mine, beast] = [`${sign}${2 * (size - 1)}`, `${3 * (size - 1)}`];
    const mineWide = (sign ? 23 : 7) + 12 * mine.length + (sign ? 5 : 7);
    const beastWide = 23 + 12 * beast.length + 6;
    const called = sign ? `ft-value-${state}` : "";
    const here = animal ? "ft-value-complete" : "";
    const pill = (x, width, name) => `<rect class="ft-value ${name}" x="${x}" y="3" width="${width}" height="27" rx="13"/>`;
    const words = (x, said, name) => `<text class="ft-value-text ${name}" x="${x}" y="24">${said}</text>`;
    return (
      pill(98 - beastWide, beastWide, here) +
      `<g class="${animal ? "ft-paw-on" : "ft-paw"}">${use("paw", 102 - beastWide, 7, 19)}</g>` +
      words(98 - 6 - 6 * beast.length, beast, here) +
      pill(2, mineWide, called) + (sign ? use(`state-${state}`, 7, 8, 17) : "") +
      words((sign ? 25 : 9) + 6 * mine.length, mine, called)
    );
  },

  symbol: (value) => `${{ t: "tree", a: "animal" }[value[1]] ?? "flower"}-${value[0]}`,
  words: (value, app) => app.data.names[value] ?? value,

  hit({ x, y }) {
    const index = (v) => (v > 3 * CELL + BETWEEN / 2 ? Math.floor((v - BETWEEN) / CELL) : Math.floor(v / CELL));
    const [r, c] = [index(y), index(x)];
    return r >= 0 && c >= 0 && r < SIDE && c < SIDE ? keyOf(Math.min(r, 5), Math.min(c, 5)) : null;
  },

  // Two choices are made at a time: the colour and what of it is put down.
  opened(app) {
    app.colour ??= "r";
    app.piece ??= "cycle";
  },

  choose(app, id) {
    const brush = app.data.brushes.find((b) => b.id === id);
    if (brush.does === "colour") app.colour = brush.value;
    else if (brush.does === "stage") app.piece = brush.value;
    else return false;
    return true;
  },

  chosen(app) {
    if (app.model.drawing) return [app.brush.id];
    return app.data.brushes
      .filter((b) => (b.does === "colour" ? b.value === app.colour : b.value === app.piece))
      .map((b) => b.id);
  },

  buildExtra(app) {
    app.extra.innerHTML = app.model.drawing ? '<p class="ft-hint"></p>' : "";
  },

  refreshExtra(app) {
    const hint = app.extra.querySelector(".ft-hint");
    if (hint) {
      const wrong = this.groups(app.model, app).filter((group) => group.length < 2 || group.length > 5).length;
      const missing = wrong ? `${wrong} ${wrong === 1 ? "square is" : "squares are"} in no area yet. ` : "All squares are in an area. ";
      hint.textContent = `${missing}Drag over the squares of an area (two to five inside one 3×3 board); tap a square to take it out.`;
    }
    for (const button of app.palette.querySelectorAll("[data-brush]")) {
      const brush = app.data.brushes.find((b) => b.id === button.dataset.brush);
      if (brush?.symbol.endsWith("*")) {
        button.querySelector("use").setAttribute("href", `#ft-${brush.symbol.slice(0, -1)}${app.colour}`);
      }
    }
  },

  paint(model, key, app, stroke) {
    if (model.drawing) return this.paintArea(model, key, app, stroke);
    const [r, c] = partsOf(key);
    if (app.data.options.areas[r][c] === 0) {
      app.warn("That is a lake: nothing stands there.");
      return false;
    }
    const before = model.cells.get(key) ?? "";
    stroke.target ??= this.target(before, app);
    if (before === stroke.target) return false;
    if (stroke.target) model.cells.set(key, stroke.target);
    else model.cells.delete(key);
    return true;
  },

  target(before, app) {
    const { colour, piece } = app;
    if (piece !== "cycle") return { flower: colour, tree: `${colour}t`, animal: `${colour}a`, clear: "" }[piece];
    if (before[0] !== colour) return colour;
    return { "": `${colour}t`, t: `${colour}a`, a: "" }[before[1] ?? ""];
  },

  // A drag joins the squares it passes to the area it started in; a tap alone takes a square out of its area.
  paintArea(model, key, app, stroke) {
    const here = partsOf(key);
    if (app.brush.does === "lake") {
      stroke.target ??= model.cells.get(key) === "0" ? this.fresh(model) : "0";
      model.cells.set(key, stroke.target === "0" ? "0" : this.fresh(model));
      return true;
    }
    if (stroke.area === undefined) {
      const id = model.cells.get(key);
      stroke.first = key;
      stroke.members = id && id !== "0" ? this.groups(model, app).find((g) => g.some((p) => keyOf(...p) === key)) : [here];
      stroke.area = id && id !== "0" ? id : this.fresh(model);
      // The group may share its number with a part that was cut off: from here on it has its own.
      const own = this.fresh(model, stroke.area);
      for (const [r, c] of stroke.members) model.cells.set(keyOf(r, c), own);
      stroke.area = own;
      return id !== own;
    }
    const touching = stroke.members.some(([r, c]) => Math.abs(r - here[0]) + Math.abs(c - here[1]) === 1);
    if (model.cells.get(key) === stroke.area || !touching || !sameBoard(here, stroke.members[0])) return false;
    if (stroke.members.length >= 5) {
      app.warn("An area has five squares at most.");
      return false;
    }
    stroke.members.push(here);
    model.cells.set(key, stroke.area);
    return true;
  },

  released(model, app, stroke) {
    if (model.drawing && stroke.touched.size === 1 && stroke.members?.length > 1) {
      model.cells.set(stroke.first, this.fresh(model));
    }
  },

  fresh: (model) => String(1 + Math.max(0, ...[...model.cells.values()].map(Number))),

  tools: () => [],
  firstCursor: () => "0,0",

  step(key, [dx, dy]) {
    const [r, c] = partsOf(key);
    const clamp = (v) => Math.min(Math.max(v, 0), SIDE - 1);
    return keyOf(clamp(r + dy), clamp(c + dx));
  },

  cursorBox(key) {
    const [r, c] = partsOf(key);
    return { x: along(c), y: along(r), w: CELL, h: CELL };
  },
};

KINDS.areas = areas;
