// Brings the container it is told of into view, once a turn; again where the page above it still grows, as long as
// nobody has touched the page.
const EVERY = 150;
const AT_MOST = 3000; // ms

export default function ({ data, parentElement }) {
  if (parentElement.dataset.done === String(data.turn)) return;
  parentElement.dataset.done = data.turn;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const began = Date.now();
  let touched = false;
  for (const event of ["pointerdown", "wheel", "keydown"])
    addEventListener(event, () => (touched = true), { once: true, capture: true, passive: true });
  let place = null;
  const bring = () => {
    if (touched || Date.now() - began > AT_MOST) return;
    const here = document.querySelector(`.st-key-${data.key}`);
    const page = here?.closest(".stMainBlockContainer") ?? document.body;
    const now = here && Math.round(here.getBoundingClientRect().top - page.getBoundingClientRect().top);
    if (here && now !== place) {
      place = now;
      here.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: data.block });
    }
    setTimeout(bring, EVERY);
  };
  setTimeout(bring, EVERY); // mostly the page above it has taken its height by then
}
