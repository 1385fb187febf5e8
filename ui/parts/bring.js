// Brings the container it stands in into view, once, when it appears.
export default function ({ data, parentElement }) {
  if (parentElement.dataset.done) return;
  parentElement.dataset.done = "yes";
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const bring = () => document.querySelector(`.st-key-${data.key}`)?.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: data.block });
  setTimeout(bring, 150); // the page above it has taken its height by then
}
