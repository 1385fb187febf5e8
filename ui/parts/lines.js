const signed = (n) => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : "0");
export default function ({ data, parentElement, setTriggerValue }) {
  const root = clear(parentElement);
  const first = !root.children.length;
  const open = new Set([...root.querySelectorAll("details[open]")].map((d) => d.dataset.key));
  const list = make("div", "ft-lines");
  for (const category of data.categories) {
    const details = make("details");
    details.dataset.key = category.key;
    details.open = open.has(category.key) || (first && !!category.open);
    const summary = make("summary");
    const name = make("span", "name", category.label);
    if (category.hint) name.appendChild(make("small", "", category.hint));
    const sum = make("b", category.points < 0 ? "minus" : "", category.points < 0 ? `−${-category.points}` : `${category.points}`);
    summary.append(name, sum);
    details.appendChild(summary);
    if (!category.lines.length) details.appendChild(make("p", "none", category.none || "Nothing scores here yet."));
    category.lines.forEach((line, i) => {
      const button = make("button", "line");
      button.type = "button";
      button.dataset.line = `${category.key}:${i}`;
      button.setAttribute("aria-pressed", String(button.dataset.line === data.chosen));
      const words = make("span", "words", line.text);
      if (line.ruling) words.append(make("i", "", "ruling"), make("small", "", line.ruling));
      button.append(words, make("b", line.points < 0 ? "minus" : line.points ? "" : "zero", signed(line.points)));
      button.onclick = () => {
        const off = button.getAttribute("aria-pressed") === "true";
        list.querySelectorAll(".line").forEach((b) => b.setAttribute("aria-pressed", "false"));
        button.setAttribute("aria-pressed", String(!off));
        setTriggerValue("line", off ? "" : button.dataset.line);
      };
      details.appendChild(button);
    });
    if (category.more) details.appendChild(make("p", "none", category.more));
    list.appendChild(details);
  }
  root.replaceChildren(list);
}
