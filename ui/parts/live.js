// Once another phone has changed the game, asks for the page anew: not while a finger is down or something is being typed. What
// is in sight then stays where it is, however much the page above it grows or shrinks.
const LOOK = 400; // ms
const HOLD = 8000;
const TEXT = "textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range])";
let down = false, typed = false, touched = 0;
const on = (event, act) => addEventListener(event, act, { capture: true, passive: true });
on("pointerdown", () => { down = true; touched++; });
on("pointerup", () => (down = false));
on("pointercancel", () => (down = false));
on("wheel", () => touched++);
on("input", ({ target }) => { if (target.matches?.(TEXT)) typed = true; });
on("focusout", () => (typed = false));
on("keydown", ({ key, target }) => {
  touched++;
  if (key === "Enter" && !target.matches?.("textarea")) typed = false;
});
const busy = () => down || typed || document.activeElement?.getAttribute("aria-expanded") === "true";

const keyed = (node) => [...(node?.closest('[class*="st-key-"]')?.classList ?? [])].find((name) => name.startsWith("st-key-"));
const hold = () => {
  const name = keyed(document.elementFromPoint(innerWidth / 2, innerHeight * 0.4));
  const place = () => name && document.querySelector(`.${CSS.escape(name)}`)?.getBoundingClientRect().top;
  const [before, until, mine] = [place(), Date.now() + HOLD, touched];
  const keep = () => {
    if (before === undefined || touched !== mine || Date.now() > until) return;
    const moved = (place() ?? before) - before;
    if (Math.abs(moved) > 1) document.querySelector(".stMain").scrollTop += moved;
    requestAnimationFrame(keep);
  };
  keep();
};

export default function ({ data, setTriggerValue }) {
  if (!data.changed) return;
  const timer = setInterval(() => {
    if (busy()) return;
    clearInterval(timer);
    hold();
    setTriggerValue("free", data.changed);
  }, LOOK);
  return () => clearInterval(timer);
}
