// A beehive of upright cards: places are "x,y" with x + y even, y counting half cards downwards. Cells hold the card as a
// board file has it (without `at`), or, where a target's pattern is drawn (`options.pattern`), just "spot".

const CARD = { w: 100, h: 124, gap: 8 };
const around = [[0, -2], [0, 2], [-1, -1], [-1, 1], [1, -1], [1, 1]];
const leftOf = (x) => x * (CARD.w + CARD.gap);
const topOf = (y) => (y * (CARD.h + CARD.gap)) / 2;

const hive = {
  size: { w: CARD.w, h: CARD.h, pixels: 108 },
  lowBadges: true, // the type is at the top
  nameAttribute: "data-at",

  load(data) {
    const pattern = Boolean(data.options.pattern);
    const cells = new Map(
      data.cells.map((cell) => {
        if (pattern) return [keyOf(...cell), "spot"];
        const { at, ...card } = cell;
        return [keyOf(...at), card];
      }),
    );
    return { cells, doubt: new Set((data.doubt ?? []).map(([x, y]) => keyOf(x, y))), pattern };
  },

  dump(model) {
    return [...model.cells].map(([key, card]) => (model.pattern ? partsOf(key) : { at: partsOf(key), ...card }));
  },

  name: (model, key) => partsOf(key),
  doubts: (model) => [...model.doubt].filter((key) => model.cells.has(key)).map(partsOf),

  open(model, app) {
    if (app.data.readonly) return [];
    if (!model.cells.size) return ["0,0"];
    const open = new Set();
    for (const key of model.cells.keys()) {
      const [x, y] = partsOf(key);
      for (const [dx, dy] of around) {
        const near = keyOf(x + dx, y + dy);
        if (!model.cells.has(near)) open.add(near);
      }
    }
    return [...open];
  },

  box(model, app) {
    const keys = [...model.cells.keys()];
    const [xs, ys] = [0, 1].map((i) => (keys.length ? keys.map((key) => partsOf(key)[i]) : [0]));
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = app.data.readonly || !keys.length ? 8 : 56;
    const wide = Math.max(leftOf(x1) + CARD.w - leftOf(x0), keys.length ? 0 : 320);
    const box = { x: leftOf(x0) - room, y: topOf(y0) - room, w: wide + 2 * room, h: topOf(y1) + CARD.h - topOf(y0) + 2 * room };
    // A single card or two would fill the screen: leave them the size they have among others.
    const missing = Math.max(0, 420 - box.w);
    return { ...box, x: box.x - (keys.length ? missing / 2 : 160 + missing / 2 - CARD.w / 2), w: box.w + missing };
  },

  places(model, app) {
    const places = [...model.cells].map(([key, card]) => {
      const [x, y] = partsOf(key);
      const look = model.pattern ? null : this.look(card, app);
      const chosen = app.picked === key;
      return {
        key, name: [x, y],
        value: model.pattern ? "spot" : look.value,
        x: leftOf(x),
        y: topOf(y),
        classes: [model.pattern ? "ft-spot" : "ft-card", ...(chosen ? ["ft-picked"] : [])],
        svg: (look ? this.card(look, app) : '<rect class="ft-spot-card" width="100" height="124" rx="14"/>') +
          (chosen ? '<rect class="ft-ring" x="3" y="3" width="94" height="118" rx="12"/>' : ""),
        label: look ? `${look.name}, ${app.data.names[look.type] ?? look.type}${look.iucn ? `, ${look.iucn}` : ""}` : "a spot of the pattern",
      };
    });
    for (const key of this.open(model, app)) {
      const [x, y] = partsOf(key);
      const waiting = app.place === key;
      const empty = !model.cells.size;
      places.push({
        key, name: [x, y], value: "", x: leftOf(x), y: topOf(y),
        classes: ["ft-ghost", "ft-near", ...(waiting ? ["ft-waiting"] : [])],
        svg: this.ghost(x, y, app.box),
        label: empty ? "the first card's place" : `empty place ${x}, ${y}`,
      });
    }
    return places;
  },

  ghost(column, row, box) {
    const { x, y, w, h } = ghostRect(leftOf(column), topOf(row), CARD.w, CARD.h, box);
    const [cx, cy, arm] = [x + w / 2, y + h / 2, Math.min(14, w / 4, h / 4)];
    const plus = `M${cx} ${cy - arm}V${cy + arm}M${cx - arm} ${cy}H${cx + arm}`;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="14"/><path class="ft-add" d="${plus}"/>`;
  },

  look(card, app) {
    const known = app.data.options.catalogue.find((entry) => card.species && entry.card.species === card.species);
    const type = known?.type ?? card.type ?? "";
    const name = known?.name ?? card.name ?? (app.data.names[type] ? `Any ${app.data.names[type].toLowerCase()}` : card.species ?? "?");
    return { type, name, iucn: card.iucn ?? known?.iucn ?? "", value: card.species ?? [type, card.name].filter(Boolean).join(":") };
  },

  card({ type, name, iucn }, app) {
    const symbol = type ? use(`type-${type}`, 7, 7, 50) : "";
    const letter = type ? `<text class="ft-card-letter ft-type-${type}" x="77" y="34">${type[0].toUpperCase()}</text>` : "";
    const code = iucn ? `<text class="ft-card-code" x="77" y="54">${escapeText(iucn)}</text>` : "";
    const lines = wrapName(name).map((line, i, all) => {
      const squeeze = nameWidth(line, app) > 90 ? ' textLength="90" lengthAdjust="spacingAndGlyphs"' : "";
      return `<text class="ft-card-name" x="50" y="${(all.length < 3 ? 84 : 77) + 19 * i}"${squeeze}>${escapeText(line)}</text>`;
    });
    return `<rect class="ft-card-paper ft-type-${type}" x="2" y="2" width="96" height="120" rx="13"/>${symbol}${letter}${code}${lines.join("")}`;
  },

  hit({ x, y }, app) {
    for (const key of [...app.model.cells.keys(), ...this.open(app.model, app)]) {
      const [cx, cy] = partsOf(key);
      if (x >= leftOf(cx) - 4 && x < leftOf(cx) + CARD.w + 4 && y >= topOf(cy) - 4 && y < topOf(cy) + CARD.h + 4) return key;
    }
    return null;
  },

  opened(app) {
    app.picked = app.place = app.pick = null;
  },
  travelled: (app) => hive.opened(app),
  cleared: (app) => hive.opened(app),

  // Cards are put down by taps: card first or place first, as people do it; a chosen card moves to the place tapped.
  press(app, key) {
    if (app.model.pattern) return false;
    const model = copyModel(app.doc.model);
    if (model.cells.has(key)) {
      app.picked = app.picked === key ? null : key;
      app.place = null;
      if (app.picked && app.pick) this.take(app, app.pick);
    } else if (app.picked) {
      model.cells = new Map([...model.cells].map(([k, card]) => [k === app.picked ? key : k, card]));
      if (model.doubt.delete(app.picked)) model.doubt.add(key);
      app.picked = null;
      app.commit(model);
      app.say("Moved");
    } else if (app.pick) {
      app.place = key;
      this.take(app, app.pick);
    } else {
      app.place = app.place === key ? null : key;
      app.say("Now choose the card below");
    }
    app.render();
    return true;
  },

  // A card was chosen from the list.
  take(app, id) {
    const entry = app.data.options.catalogue.find((e) => e.id === id);
    const at = app.picked ?? app.place ?? (app.model.cells.size ? null : "0,0");
    if (!at) {
      app.pick = app.pick === id ? null : id;
      app.say(app.pick ? `${entry.name}: now tap its place` : "");
      return app.render();
    }
    const model = copyModel(app.doc.model);
    model.cells.set(at, { ...entry.card });
    model.doubt.delete(at);
    app.picked = app.place = app.pick = null;
    app.commit(model);
    app.say(`${entry.name} put down`);
  },

  act(app, tool) {
    if (tool !== "remove" || !app.picked) return;
    const model = copyModel(app.doc.model);
    model.cells.delete(app.picked);
    model.doubt.delete(app.picked);
    app.picked = null;
    app.commit(model);
    app.say("Card taken away");
  },

  tools: (app) => (app.data.options.pattern ? [] : [{ id: "remove", icon: "erase", label: "Remove" }]),

  paint(model, key, app, stroke) {
    stroke.target ??= model.cells.has(key) ? "" : "spot";
    if (!stroke.target) return model.cells.delete(key);
    if (model.cells.has(key)) return false;
    if (model.cells.size >= 9) {
      app.warn("A pattern has nine spots: take one away first.");
      return false;
    }
    model.cells.set(key, "spot");
    return true;
  },

  buildExtra(app) {
    const { catalogue, pattern } = app.data.options;
    const made = JSON.stringify([catalogue, pattern]);
    if (app.extraFor === made && app.extra.childElementCount) return;
    app.extraFor = made;
    app.extra.innerHTML = '<p class="ft-hint"></p>';
    if (pattern) return;
    const search = element("input", { type: "search", class: "ft-search", placeholder: "Search a card", "aria-label": "Search a card" });
    const list = element("div", { class: "ft-catalogue" });
    let type = null;
    for (const entry of catalogue) {
      if (entry.type !== type) {
        type = entry.type;
        list.appendChild(element("h4", { "data-type": type }, escapeText(app.data.names[type] ?? type)));
      }
      const button = element("button", { type: "button", class: "ft-entry", "data-species": entry.id, "data-type": entry.type });
      button.innerHTML =
        `${icon(`type-${entry.type}`, 32)}<span><b>${escapeText(entry.name)}</b>` +
        `<small>${escapeText(entry.words ?? "")}</small></span><i>${escapeText(entry.iucn ?? "")}</i>`;
      onPress(button, () => this.take(app, entry.id));
      button.wording = `${entry.name} ${app.data.names[entry.type] ?? ""} ${entry.iucn ?? ""}`.toLowerCase();
      list.appendChild(button);
    }
    list.appendChild(element("p", { class: "ft-none", hidden: "" }, "No such card yet: add it to your catalogue."));
    search.addEventListener("input", () => filterCatalogue(list, search.value));
    app.extra.append(search, list);
  },

  refreshExtra(app) {
    const { cells, pattern } = app.model;
    const placed = new Set([...cells.values()].map((card) => card.species).filter(Boolean));
    const remove = app.tools.querySelector('[data-tool="remove"]');
    if (remove) remove.disabled = !app.picked;
    for (const button of app.extra.querySelectorAll("[data-species]")) {
      button.setAttribute("aria-pressed", String(app.pick === button.dataset.species));
      button.classList.toggle("ft-placed", placed.has(button.dataset.species));
    }
    const hint = app.extra.querySelector(".ft-hint");
    if (!hint) return;
    hint.textContent = pattern
      ? `${cells.size} of 9 spots. Tap the places of the pattern, tap one again to take it away.`
      : app.picked
        ? "Choose a card to replace this one, or tap an empty place to move it there."
        : app.place
          ? "Now choose the card for this place."
          : app.pick
            ? "Now tap the place where it lies."
            : `${cells.size} of 9 cards. Tap a place, then choose its card; tap a card to change or move it.`;
  },

  firstCursor: (app) => [...app.model.cells.keys()][0] ?? "0,0",

  step(key, [dx, dy], app) {
    const [x, y] = partsOf(key);
    const here = new Set([...app.model.cells.keys(), ...this.open(app.model, app)]);
    const tries = dx ? [[dx, 1], [dx, -1]] : [[0, 2 * dy], [1, dy], [-1, dy]];
    for (const [tx, ty] of tries) if (here.has(keyOf(x + tx, y + ty))) return keyOf(x + tx, y + ty);
    return key;
  },

  cursorBox(key) {
    const [x, y] = partsOf(key);
    return { x: leftOf(x), y: topOf(y), w: CARD.w, h: CARD.h };
  },
};

// How wide a name's line is in the page's font, at the size of `.ft-card-name`.
function nameWidth(line, app) {
  app.pen ??= document.createElement("canvas").getContext("2d");
  app.pen.font = `600 18.5px ${getComputedStyle(app.svg).fontFamily}`;
  return app.pen.measureText(line).width;
}

// A name in at most three lines of about nine letters.
function wrapName(name) {
  const lines = [""];
  for (const word of String(name).split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (!last) lines[lines.length - 1] = word;
    else if (last.length + word.length < 10 || lines.length === 3) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => (line.length > 15 ? `${line.slice(0, 14)}…` : line));
}

function filterCatalogue(list, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = new Set();
  for (const button of list.querySelectorAll("[data-species]")) {
    button.hidden = !words.every((word) => button.wording.includes(word));
    if (!button.hidden) shown.add(button.dataset.type);
  }
  for (const heading of list.querySelectorAll("h4")) heading.hidden = !shown.has(heading.dataset.type);
  list.querySelector(".ft-none").hidden = shown.size > 0;
}

KINDS.hive = hive;
