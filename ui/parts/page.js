// Where the page stands among its steps, shared by the row of steps and the button of the bar.
const section = (n) => document.querySelector(`.st-key-step-${n}`);
const goTo = (n) => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section(n)?.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
};
const stepHere = (count) => {
  let here = 1;
  for (let n = 1; n <= count; n++) {
    const place = section(n);
    if (place && place.getBoundingClientRect().top < innerHeight * 0.45) here = n;
  }
  return here;
};
const onMove = (act) => {
  const page = document.querySelector(".stMain") ?? document;
  let asked = false;
  const move = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; act(); });
  };
  page.addEventListener("scroll", move, { passive: true });
  addEventListener("resize", move);
  const timer = setInterval(act, 700);
  act();
  return () => {
    page.removeEventListener("scroll", move);
    removeEventListener("resize", move);
    clearInterval(timer);
  };
};
const make = (tag, className, words) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (words !== undefined) node.textContent = words;
  return node;
};
const clear = (parent) => {
  let root = parent.querySelector(":scope > .ft-root");
  if (!root) parent.appendChild(root = make("div", "ft-root"));
  return root;
};
