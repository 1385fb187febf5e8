export default function ({ data, parentElement }) {
  const root = clear(parentElement);
  const button = make("button", "ft-print", data.label);
  button.type = "button";
  button.onclick = () => window.print();
  root.replaceChildren(button);
}
