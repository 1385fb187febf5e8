// This browser's own list of the drafts it opened: {token, game, title, players, seat, time}. No more than eight are kept.
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
    const { token } = data.entry;
    const known = before.find((d) => d.token === token);
    const others = before.filter((d) => d !== known);
    const entry = { ...data.entry, seat: data.entry.seat || known?.seat || "", time: Date.now() };
    try {
      localStorage.setItem(PLACE, JSON.stringify([entry, ...others].slice(0, 8)));
    } catch {
      // A browser that keeps nothing still plays: the address holds the draft.
    }
    const visit = `${token} ${data.visit}`;
    if (window.forestTallyVisit !== visit) {
      window.forestTallyVisit = visit; // once a visit: whose board was open here the last time
      setStateValue("seat", { visit: data.visit, side: known?.seat ?? "" });
    }
  } else if (JSON.stringify(before) !== window.forestTallyTold) {
    window.forestTallyTold = JSON.stringify(before);
    setStateValue("drafts", before);
  }
}
