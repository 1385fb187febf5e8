// The part of the board editor that all kinds of boards share: strokes, undo, zoom, keyboard, and the exchange with
// Python. A kind (squares.js, areas.js, hive.js) says how its cells are loaded, drawn and painted.

const KINDS = {};
const CELL = 100; // SVG units a square
const mounted = new WeakMap();

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeText = (text) => String(text).replace(/[&<>"']/g, (c) => escapes[c]);
const use = (symbol, x = 0, y = 0, size = CELL) =>
  `<use href="#ft-${symbol}" x="${x}" y="${y}" width="${size}" height="${size}"/>`;
const icon = (symbol, size = 24) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 100 100" aria-hidden="true">${use(symbol)}</svg>`;

function element(tag, attributes = {}, html = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.innerHTML = html;
  return made;
}

// A press of a button counts when the finger lifts: the browser's click is left out when the next tap follows fast.
function onPress(button, action) {
  button.addEventListener("pointerup", (e) => e.button === 0 && !button.disabled && action());
  button.addEventListener("click", (e) => e.detail === 0 && action()); // keyboard and screen readers
}

// Undoing restores whole models, so a model is never changed in place once a stroke has ended.
const copyModel = (model) => ({ ...model, cells: new Map(model.cells), doubt: new Set(model.doubt) });

// A place at the edge shows only in part: draw it as large as it shows, so that its middle can be touched.
function ghostRect(x, y, w, h, box) {
  const [x0, y0] = [Math.max(x + 3, box.x + 2), Math.max(y + 3, box.y + 2)];
  const [x1, y1] = [Math.min(x + w - 3, box.x + box.w - 2), Math.min(y + h - 3, box.y + box.h - 2)];
  return { x: x0 - x, y: y0 - y, w: Math.max(0, x1 - x0), h: Math.max(0, y1 - y0) };
}

class BoardApp {
  constructor(host) {
    this.host = host;
    this.client = Math.random().toString(36).slice(2, 10);
    this.docs = new Map();
    this.brushes = {};
    this.zoom = { k: 1, x: 0, y: 0 };
    this.cursor = null;
    this.pointers = new Map();
    this.drawn = new Map();
    this.root = element("div", { class: "ft-board" });
    this.root.innerHTML =
      '<div class="ft-layout"><div class="ft-stage"><svg class="ft-svg" tabindex="0" role="application"><g class="ft-under"></g>' +
      '<g class="ft-cells"></g><g class="ft-over"></g></svg></div>' +
      '<div class="ft-side"><div class="ft-tools" role="toolbar"></div><div class="ft-brushes"></div>' +
      '<div class="ft-extra"></div></div></div><div class="ft-live" aria-live="polite"></div>';
    const find = (name) => this.root.querySelector(`.ft-${name}`);
    [this.stage, this.svg, this.under, this.cellLayer, this.over] = ["stage", "svg", "under", "cells", "over"].map(find);
    [this.side, this.tools, this.palette, this.extra, this.live] = ["side", "tools", "brushes", "extra", "live"].map(find);
    host.appendChild(this.root);
    this.listen();
  }

  // What Python sends -------------------------------------------------------------------------------------------

  receive(component) {
    this.setState = component.setStateValue;
    this.setTrigger = component.setTriggerValue;
    const data = component.data;
    const before = this.data;
    this.data = data;
    this.kind = KINDS[data.kind];
    const known = this.docs.get(data.doc);
    // Python's board counts where it is newer than what was painted here, or of the same revision by someone else.
    const theirs =
      !known || data.revision > known.revision || (data.revision === known.revision && data.client !== known.client);
    if (theirs) {
      if (this.stroke && before?.doc === data.doc) this.stroke = null;
      const model = this.kind.load(data);
      const undo = known ? [...known.undo, known.model] : [];
      this.docs.set(data.doc, { model, undo, redo: [], revision: data.revision, client: data.client });
    }
    if (!before || before.doc !== data.doc) {
      this.stroke = null;
      this.cursor = null;
      this.zoom = { k: 1, x: 0, y: 0 };
      this.kind.opened?.(this);
    }
    this.selected = data.selected ?? null;
    this.root.dataset.kind = data.kind;
    this.root.dataset.mode = data.readonly ? "view" : "edit";
    this.root.dataset.revision = this.doc.revision;
    this.svg.setAttribute("aria-label", data.label);
    this.buildSide();
    this.render();
  }

  get doc() {
    return this.docs.get(this.data.doc);
  }

  get model() {
    return this.stroke ? this.stroke.model : this.doc.model;
  }

  get brush() {
    const chosen = this.brushes[this.data.kind] ?? this.data.brush;
    return this.data.brushes.find((b) => b.id === chosen) ?? this.data.brushes[0];
  }

  // What Python is told -----------------------------------------------------------------------------------------

  commit(model) {
    const doc = this.doc;
    const steps = Math.max(10, Math.min(200, Math.floor(400000 / (model.cells.size + 1)))); // each keeps a whole board
    doc.undo = [...doc.undo.slice(1 - steps), doc.model];
    doc.redo = [];
    doc.model = model;
    this.send();
  }

  send() {
    const doc = this.doc;
    doc.revision += 1;
    doc.client = this.client;
    const cells = this.kind.dump(doc.model);
    const doubt = this.kind.doubts(doc.model);
    this.root.dataset.revision = doc.revision;
    this.setState("edit", { doc: this.data.doc, revision: doc.revision, client: this.client, cells, doubt });
    this.render();
  }

  travel(from, to) {
    const doc = this.doc;
    if (this.data.readonly || !doc[from].length) return;
    doc[to].push(doc.model);
    doc.model = copyModel(doc[from].pop());
    this.kind.travelled?.(this);
    this.send();
    this.say(from === "undo" ? "Undone" : "Done again");
  }

  say(words) {
    this.live.textContent = words;
  }

  // Said aloud and shown for a moment: why a touch did nothing.
  warn(words) {
    this.say(words);
    this.live.classList.add("ft-shown");
    clearTimeout(this.warning);
    this.warning = setTimeout(() => this.live.classList.remove("ft-shown"), 2600);
  }

  // Tools and brushes -------------------------------------------------------------------------------------------

  buildSide() {
    const editing = !this.data.readonly;
    this.side.hidden = !editing && !this.kind.viewExtra;
    if (!editing) {
      this.tools.innerHTML = this.palette.innerHTML = this.extra.innerHTML = "";
      this.sideFor = null;
      return;
    }
    const wanted = JSON.stringify([this.data.kind, this.data.brushes, this.kind.tools(this)]);
    if (this.sideFor !== wanted) {
      this.sideFor = wanted;
      this.tools.innerHTML = "";
      const common = [
        { id: "undo", label: "Undo", run: () => this.travel("undo", "redo") },
        { id: "redo", label: "Redo", run: () => this.travel("redo", "undo") },
      ];
      const zooms = [
        { id: "zoom-out", label: "Smaller", run: () => this.zoomBy(1 / this.zoomStep()) },
        { id: "zoom-in", label: "Larger", run: () => this.zoomBy(this.zoomStep()) },
      ];
      const clear = { id: "clear", label: "Clear", run: () => this.clear() };
      for (const tool of [...common, ...this.kind.tools(this), clear, ...zooms]) {
        const button = element("button", { type: "button", class: "ft-tool", "data-tool": tool.id });
        button.innerHTML = `${icon(`icon-${tool.icon ?? tool.id}`, 22)}<span>${escapeText(tool.label)}</span>`;
        onPress(button, () => (tool.run ? tool.run() : this.kind.act(this, tool.id)));
        this.tools.appendChild(button);
      }
      this.buildPalette();
      this.keepWordsFitting();
    }
    this.kind.buildExtra?.(this);
    this.refreshSide();
  }

  buildPalette() {
    this.palette.innerHTML = "";
    const groups = new Map();
    for (const brush of this.data.brushes) {
      if (!groups.has(brush.group)) groups.set(brush.group, []);
      groups.get(brush.group).push(brush);
    }
    for (const [name, members] of groups) {
      const row = element("div", { class: "ft-row", role: "group", "aria-label": name });
      row.style.setProperty("--ft-columns", Math.min(5, members.length));
      if (members[0].folded) {
        row.classList.add("ft-fold");
        const shown = element("button", { type: "button", class: "ft-more", "aria-expanded": "false" }, escapeText(name));
        onPress(shown, () => {
          const open = row.classList.toggle("ft-open");
          shown.setAttribute("aria-expanded", String(open));
          this.fitWords();
        });
        this.palette.appendChild(shown);
      }
      for (const brush of members) {
        const button = element("button", { type: "button", class: "ft-brush", "data-brush": brush.id });
        button.title = brush.title ?? brush.label;
        const letter = brush.letter ? `<b class="ft-letter">${escapeText(brush.letter)}</b>` : "";
        button.innerHTML = `${icon(brush.symbol, 34)}${letter}<span>${escapeText(brush.label)}</span>`;
        onPress(button, () => this.choose(brush.id));
        row.appendChild(button);
      }
      this.palette.appendChild(row);
    }
  }

  // Once drawn, and again when a font has come or the width is another.
  keepWordsFitting() {
    const palette = this.palette;
    const again = () => palette.isConnected && this.fitWords();
    requestAnimationFrame(again);
    document.fonts?.addEventListener("loadingdone", again);
    let width = 0;
    new ResizeObserver(() => {
      if (palette.clientWidth === width) return;
      width = palette.clientWidth;
      again();
    }).observe(palette);
  }

  // In a wide font the words get smaller rather than cut off, and on a narrow screen a row holds fewer of them.
  fitWords() {
    const ways = ["ft-tight", "ft-few"];
    this.palette.classList.remove(...ways);
    const cut = () => [...this.palette.querySelectorAll(".ft-brush span")].some((s) => s.scrollWidth > s.clientWidth);
    for (const way of ways) if (cut()) this.palette.classList.add(way);
  }

  choose(id) {
    if (this.kind.choose?.(this, id)) return this.refreshSide();
    this.brushes[this.data.kind] = id;
    this.refreshSide();
  }

  refreshSide() {
    if (this.data.readonly) return;
    const doc = this.doc;
    const on = this.kind.chosen ? this.kind.chosen(this) : [this.brush?.id];
    for (const button of this.palette.querySelectorAll("[data-brush]")) {
      button.setAttribute("aria-pressed", String(on.includes(button.dataset.brush)));
    }
    const off = {
      undo: !doc.undo.length,
      redo: !doc.redo.length,
      clear: !this.model.cells.size,
      "zoom-out": this.zoom.k <= 1,
      "zoom-in": this.zoom.k >= this.mostZoom(),
    };
    for (const button of this.tools.querySelectorAll("[data-tool]")) button.disabled = off[button.dataset.tool] ?? false;
    const large = this.box && (this.svg.clientWidth / this.box.w) * this.kind.size.w >= 38;
    for (const button of this.tools.querySelectorAll('[data-tool^="zoom"]')) button.hidden = large && this.zoom.k <= 1;
    this.kind.refreshExtra?.(this);
  }

  clear() {
    const model = copyModel(this.doc.model);
    model.cells.clear();
    model.doubt.clear();
    this.kind.cleared?.(this);
    this.commit(model);
    this.say("Cleared; Undo brings it back");
  }

  // Drawing -----------------------------------------------------------------------------------------------------

  render() {
    // The board keeps its place while a finger is on it.
    if (!this.stroke || !this.box) this.box = this.kind.box(this.model, this);
    this.setView();
    const places = this.kind.places(this.model, this);
    const lit = new Set((this.data.lit ?? []).map(String));
    const seen = new Set();
    for (const place of places) {
      seen.add(place.key);
      let group = this.drawn.get(place.key);
      if (!group) {
        group = document.createElementNS("http://www.w3.org/2000/svg", "g");
        this.cellLayer.appendChild(group);
        this.drawn.set(place.key, group);
      }
      const name = place.name.join(",");
      const marks = this.marks(place, name, lit);
      const classes = ["ft-cell", ...place.classes, ...marks.classes].join(" ");
      const signature = [classes, name, place.value, place.x, place.y, place.svg, marks.svg, place.label].join("\u0001");
      if (group.signature === signature) continue;
      group.signature = signature;
      group.setAttribute("class", classes);
      group.setAttribute("transform", `translate(${place.x} ${place.y})`);
      group.setAttribute(this.kind.nameAttribute, name);
      group.setAttribute("data-value", place.value);
      group.setAttribute("role", "img");
      group.setAttribute("aria-label", place.label + (marks.said ? `, ${marks.said}` : ""));
      group.innerHTML = place.svg + marks.svg;
    }
    for (const [key, group] of this.drawn) {
      if (seen.has(key)) continue;
      group.remove();
      this.drawn.delete(key);
    }
    this.drawUnder(lit);
    this.over.innerHTML = (this.kind.over?.(this.model, this) ?? "") + this.cursorMark();
    this.root.classList.toggle("ft-litting", lit.size > 0);
    this.refreshSide();
  }

  // What a kind draws below its squares; a large landscape is drawn anew only when something on it has changed.
  drawUnder(lit) {
    const drawn = this.kind.under?.(this.model, this, lit) ?? "";
    if (drawn !== this.underDrawn) this.under.innerHTML = this.underDrawn = drawn;
  }

  marks(place, name, lit) {
    const { w, h } = this.kind.size;
    const classes = [];
    const said = [];
    let svg = "";
    if (lit.has(name)) classes.push("ft-lit");
    if (this.selected && String(this.selected) === name) classes.push("ft-selected");
    if (classes.length) svg += `<rect class="ft-ring" x="3" y="3" width="${w - 6}" height="${h - 6}" rx="12"/>`;
    if (this.model.doubt.has(place.key)) {
      classes.push("ft-doubt");
      said.push("not sure");
      svg += `<rect class="ft-doubt-ring" x="4" y="4" width="${w - 8}" height="${h - 8}" rx="12"/>`;
      svg += `<circle class="ft-doubt-dot" cx="19" cy="${h - 19}" r="17"/>`;
      svg += `<text class="ft-doubt-mark" x="19" y="${h - 10}">?</text>`;
    }
    const badge = this.data.badges?.[name];
    if (badge !== undefined) {
      const words = String(badge);
      const width = 22 + 17 * words.length;
      said.push(`${words} points`);
      const tone = words.startsWith("−") || words.startsWith("-") ? "ft-minus" : words === "0" ? "ft-zero" : "ft-plus";
      const y = this.kind.lowBadges ? h - 34 : -3;
      svg += `<rect class="ft-badge ${tone}" x="${w - width + 3}" y="${y}" width="${width}" height="36" rx="18"/>`;
      svg += `<text class="ft-badge-text" x="${w - width / 2 + 3}" y="${y + 27}">${escapeText(words)}</text>`;
    }
    return { classes, svg, said: said.join(", ") };
  }

  cursorMark() {
    if (!this.cursor) return "";
    const { x, y, w, h } = this.kind.cursorBox(this.cursor, this);
    return `<rect class="ft-cursor" x="${x + 1}" y="${y + 1}" width="${w - 2}" height="${h - 2}" rx="13"/>`;
  }

  setView() {
    const { x, y, w, h } = this.box;
    const k = this.zoom.k;
    const limit = (v, size) => Math.min(Math.max(v, -size / 2 + size / k / 2), size / 2 - size / k / 2);
    this.zoom.x = limit(this.zoom.x, w);
    this.zoom.y = limit(this.zoom.y, h);
    this.view = { x: x + w / 2 + this.zoom.x - w / k / 2, y: y + h / 2 + this.zoom.y - h / k / 2, w: w / k, h: h / k };
    const view = [this.view.x, this.view.y, this.view.w, this.view.h];
    this.svg.setAttribute("viewBox", view.map((v) => +v.toFixed(2)).join(" "));
    this.svg.style.aspectRatio = `${w} / ${h}`;
    this.svg.style.maxWidth = `${Math.round((w / this.kind.size.w) * this.kind.size.pixels)}px`;
  }

  zoomBy(factor, at) {
    const k = Math.min(this.mostZoom(), Math.max(1, this.zoom.k * factor));
    if (at) {
      const centre = { x: this.box.x + this.box.w / 2 + this.zoom.x, y: this.box.y + this.box.h / 2 + this.zoom.y };
      const share = 1 - this.zoom.k / k;
      this.zoom.x += (at.x - centre.x) * share;
      this.zoom.y += (at.y - centre.y) * share;
    }
    this.zoom.k = k;
    this.moved();
    this.refreshSide();
  }

  // As near as to have eight squares side by side, however large the board is.
  mostZoom() {
    return this.box ? Math.max(4, Math.max(this.box.w, this.box.h) / (8 * CELL)) : 4;
  }

  zoomStep() {
    return this.mostZoom() > 4 ? 2 : 1.5;
  }

  // The view has moved: a kind that draws only what is in sight draws again, once a frame.
  moved() {
    this.setView();
    if (!this.kind.inSight || this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.data) this.render();
    });
  }

  // Move the view by so many SVG units; false where it cannot go any further that way.
  pan(dx, dy) {
    const { x, y } = this.zoom;
    this.zoom.x += dx;
    this.zoom.y += dy;
    this.setView();
    if (this.zoom.x === x && this.zoom.y === y) return false;
    this.moved();
    return true;
  }

  // A cursor that leaves the view takes the view along.
  follow(key) {
    const { x, y, w, h } = this.kind.cursorBox(key, this);
    const view = this.view;
    const off = (from, size, start, room) => Math.min(0, from - start) + Math.max(0, from + size - start - room);
    this.pan(off(x, w, view.x, view.w), off(y, h, view.y, view.h));
  }

  // Fingers and mouse -------------------------------------------------------------------------------------------

  listen() {
    const svg = this.svg;
    svg.addEventListener("pointerdown", (e) => this.down(e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", (e) => this.cancel(e));
    svg.addEventListener("click", (e) => this.data.readonly && this.tap(this.point(e)));
    svg.addEventListener("contextmenu", (e) => !this.data.readonly && e.preventDefault());
    svg.addEventListener("keydown", (e) => this.key(e));
    svg.addEventListener("blur", () => {
      this.cursor = null;
      if (this.data) this.render();
    });
    svg.addEventListener(
      "wheel",
      (e) => {
        const unit = this.view.w / this.svg.clientWidth;
        if (e.ctrlKey) this.zoomBy(Math.exp(-e.deltaY / 200), this.point(e));
        else if (this.zoom.k <= 1.01 || !this.pan(e.deltaX * unit, e.deltaY * unit)) return;
        e.preventDefault();
      },
      { passive: false },
    );
  }

  point(e) {
    const matrix = this.svg.getScreenCTM().inverse();
    return new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix);
  }

  down(e) {
    if (this.data.readonly || (e.pointerType === "mouse" && e.button !== 0)) return;
    this.svg.setPointerCapture(e.pointerId);
    this.pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.cursor) {
      this.cursor = null;
      this.over.innerHTML = this.kind.over?.(this.model, this) ?? "";
    }
    if (this.pointers.size > 1) {
      // A second finger means moving the picture: what the first one painted is taken back.
      this.stroke = null;
      this.pinching = true;
      this.render();
      return;
    }
    const at = this.point(e);
    const key = this.kind.hit(at, this);
    if (key === null) return;
    if (this.kind.press?.(this, key)) return;
    this.stroke = { model: copyModel(this.doc.model), last: at, touched: new Set(), changed: false };
    this.paintAt(key);
    this.drawStroke();
  }

  move(e) {
    const finger = this.pointers.get(e.pointerId);
    if (!finger) return;
    if (this.pinching) return this.pinch(e, finger);
    if (!this.stroke) return;
    const at = this.point(e);
    const from = this.stroke.last;
    const steps = Math.max(1, Math.ceil((Math.hypot(at.x - from.x, at.y - from.y) / CELL) * 3));
    this.stroke.last = at;
    for (let i = 1; i <= steps; i++) {
      const share = i / steps;
      const key = this.kind.hit({ x: from.x + (at.x - from.x) * share, y: from.y + (at.y - from.y) * share }, this);
      if (key !== null) this.paintAt(key);
    }
    this.drawStroke();
  }

  paintAt(key) {
    const stroke = this.stroke;
    if (stroke.touched.has(key)) return;
    stroke.touched.add(key);
    if (this.kind.paint(stroke.model, key, this, stroke)) {
      stroke.model.doubt.delete(key);
      stroke.changed = stroke.fresh = true;
    }
  }

  // A fast finger passes many squares between two frames: they are drawn at once.
  drawStroke() {
    if (!this.stroke?.fresh) return;
    this.stroke.fresh = false;
    this.render();
  }

  pinch(e, finger) {
    const others = [...this.pointers].filter(([id]) => id !== e.pointerId);
    const other = others[0]?.[1];
    const now = { x: e.clientX, y: e.clientY };
    if (other) {
      const span = (p) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      this.zoomBy(span(now) / span(finger), this.point(middle));
      const unit = this.box.w / this.zoom.k / this.svg.clientWidth;
      const [dx, dy] = [(now.x - finger.x) / 2, (now.y - finger.y) / 2];
      if (this.zoom.k > 1.01) {
        this.pan(-dx * unit, -dy * unit);
      } else scroller(this.root)?.scrollBy(0, -dy);
    }
    this.pointers.set(e.pointerId, now);
  }

  up(e) {
    this.pointers.delete(e.pointerId);
    if (this.pinching) {
      this.pinching = this.pointers.size > 0;
      return;
    }
    const stroke = this.stroke;
    this.stroke = null;
    if (stroke) this.kind.released?.(stroke.model, this, stroke);
    if (stroke?.changed) this.commit(stroke.model);
    else if (stroke) this.render();
  }

  cancel(e) {
    this.pointers.delete(e.pointerId);
    this.pinching = this.pinching && this.pointers.size > 0;
    if (this.stroke) {
      this.stroke = null;
      this.render();
    }
  }

  tap(at) {
    const key = this.kind.hit(at, this);
    if (key === null || !this.model.cells.has(key)) return;
    this.touch(key);
  }

  // A square was touched on a board that is only looked at: light it here at once and tell Python which.
  touch(key) {
    this.selected = this.kind.name(this.model, key);
    this.setTrigger("tap", { doc: this.data.doc, cell: this.selected });
    this.render();
  }

  // Keyboard ----------------------------------------------------------------------------------------------------

  key(e) {
    const command = e.ctrlKey || e.metaKey;
    const pressed = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (command && pressed === "z") {
      e.preventDefault();
      return e.shiftKey ? this.travel("redo", "undo") : this.travel("undo", "redo");
    }
    if (command && pressed === "y") {
      e.preventDefault();
      return this.travel("redo", "undo");
    }
    if (command || e.altKey) return;
    const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (arrows[pressed]) {
      e.preventDefault();
      this.cursor = this.cursor ? this.kind.step(this.cursor, arrows[pressed], this) : this.kind.firstCursor(this);
      this.follow(this.cursor);
      this.render();
      return this.say(this.spoken(this.cursor));
    }
    if (pressed === "Escape") {
      this.cursor = null;
      return this.render();
    }
    if (!this.cursor) return;
    if (this.data.readonly) {
      if ((pressed === "Enter" || pressed === " ") && this.model.cells.has(this.cursor)) {
        e.preventDefault();
        this.touch(this.cursor);
      }
      return;
    }
    const brush = this.data.brushes.find((b) => b.keys?.includes(pressed));
    if (brush) this.choose(brush.id);
    else if (pressed !== "Enter" && pressed !== " ") return;
    e.preventDefault();
    this.paintKey(this.cursor);
  }

  paintKey(key) {
    if (this.kind.press?.(this, key)) return;
    const stroke = { model: copyModel(this.doc.model), touched: new Set([key]), changed: false };
    if (this.kind.paint(stroke.model, key, this, stroke)) {
      this.kind.released?.(stroke.model, this, stroke);
      stroke.model.doubt.delete(key);
      this.commit(stroke.model);
    }
    this.say(this.spoken(key));
  }

  spoken(key) {
    return this.drawn.get(key)?.getAttribute("aria-label") ?? this.kind.spoken?.(key, this) ?? "";
  }
}

function scroller(from) {
  for (let node = from.parentElement; node; node = node.parentElement) {
    if (node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  }
  return document.scrollingElement;
}
