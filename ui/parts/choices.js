export default function ({ data, parentElement, setTriggerValue }) {
  const root = clear(parentElement);
  const grid = make("div", data.columns > 2 ? "ft-choices small" : "ft-choices");
  if (data.low) grid.classList.add("low");
  grid.style.setProperty("--columns", data.columns);
  grid.setAttribute("role", "group");
  if (data.label) grid.setAttribute("aria-label", data.label);
  const full = data.most > 1 && data.picked.length >= data.most;
  for (const option of data.options) {
    const button = make("button", "choice");
    const on = data.picked.includes(option.id);
    button.type = "button";
    button.dataset.id = option.id;
    button.setAttribute("aria-pressed", String(on));
    button.disabled = Boolean(option.disabled) || (full && !on);
    if (option.picture) {
      const frame = make("span", "picture");
      if (option.picture.startsWith("<svg")) frame.innerHTML = option.picture;
      else {
        const image = make("img");
        image.src = option.picture;
        image.alt = "";
        image.loading = "lazy";
        frame.appendChild(image);
      }
      button.appendChild(frame);
    }
    const words = make("span", "words");
    if (option.tag) words.appendChild(make("i", "", option.tag));
    if (option.label) words.appendChild(make("b", "", option.label));
    if (option.text) words.appendChild(make("small", "", option.text));
    if (words.childNodes.length) button.appendChild(words);
    button.onclick = () => setTriggerValue("pick", { id: option.id, at: Date.now() });
    grid.appendChild(button);
  }
  root.replaceChildren(grid);
}
