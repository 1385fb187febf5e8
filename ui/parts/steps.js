export default function ({ data, parentElement }) {
  const root = clear(parentElement);
  const nav = make("nav", "ft-steps");
  nav.setAttribute("aria-label", "Steps");
  const buttons = data.labels.map((label, i) => {
    const button = make("button", "", label);
    button.type = "button";
    button.onclick = () => goTo(i + 1);
    nav.appendChild(button);
    return button;
  });
  root.replaceChildren(nav);
  return onMove(() => {
    const here = stepHere(buttons.length);
    buttons.forEach((button, i) => {
      button.classList.toggle("done", i + 1 <= here);
      if (i + 1 === here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  });
}
