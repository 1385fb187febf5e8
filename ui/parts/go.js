export default function ({ data, parentElement, setTriggerValue }) {
  const root = clear(parentElement);
  const button = make("button", "ft-go");
  button.type = "button";
  root.replaceChildren(button);
  const last = data.labels.length;
  button.onclick = () => {
    const here = stepHere(last);
    if (here < last) return goTo(here + 1);
    if (!data.next) return goTo(last);
    setTriggerValue("next", Date.now());
    goTo(2);
  };
  return onMove(() => {
    const words = `${data.labels[stepHere(last) - 1]} ›`;
    if (button.textContent !== words) button.textContent = words;
  });
}
