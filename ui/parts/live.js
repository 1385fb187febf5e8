// Once another phone has changed the game, asks for the page anew: not while a finger is down or something is being typed.
const LOOK = 400; // ms
let down = false;
for (const [event, now] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]])
  addEventListener(event, () => (down = now), { capture: true, passive: true });
const busy = () => {
  const field = document.activeElement;
  const list = field?.getAttribute("role") === "combobox";
  const written = field?.matches("textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range])");
  return down || (list ? field.getAttribute("aria-expanded") === "true" : Boolean(written));
};
export default function ({ data, setTriggerValue }) {
  if (!data.changed) return;
  const timer = setInterval(() => {
    if (busy()) return;
    clearInterval(timer);
    setTriggerValue("free", data.changed);
  }, LOOK);
  return () => clearInterval(timer);
}
