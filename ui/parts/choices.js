// Where one question follows another, a finger may tap twice: what was not yet there to be read is not answered.
const READ = 350; // ms
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
    button.onclick = () => setTriggerValue("pick", { id: option.id, question: data.question, at: Date.now() });
    grid.appendChild(button);
  }
  if (root.question !== undefined && root.question !== data.question) root.readAt = performance.now() + READ;
  root.question = data.question;
  const wait = (root.readAt ?? 0) - performance.now();
  grid.inert = wait > 0;
  if (grid.inert) setTimeout(() => { grid.inert = false; }, wait);
  root.replaceChildren(grid);
}
