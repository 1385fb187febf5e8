// This browser's own list of the drafts it opened: {token, game, title, players, time}. No more than eight are kept.
const PLACE = "forest-tally-drafts";
const read = () => {
  try {
    const list = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(list) ? list.filter((d) => d && typeof d.token === "string").slice(0, 8) : [];
  } catch {
    return [];
  }
};
export default function ({ data, setStateValue }) {
  const before = read();
  if (data.entry) {
    const others = before.filter((d) => d.token !== data.entry.token);
    try {
      localStorage.setItem(PLACE, JSON.stringify([{ ...data.entry, time: Date.now() }, ...others].slice(0, 8)));
    } catch {
      // A browser that keeps nothing still plays: the address holds the draft.
    }
  } else if (JSON.stringify(before) !== window.forestTallyTold) {
    window.forestTallyTold = JSON.stringify(before);
    setStateValue("drafts", before);
  }
}
