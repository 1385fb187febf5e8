// The address of the open game, handed to whatever the phone shares with; else copied; else shown to be copied.
export default function ({ data, parentElement }) {
  const root = clear(parentElement);
  const button = make("button", "ft-share", data.label);
  button.type = "button";
  const said = make("p", "ft-said");
  said.setAttribute("role", "status");
  button.onclick = async () => {
    try {
      if (navigator.share) return await navigator.share({ title: data.title, url: location.href });
      await navigator.clipboard.writeText(location.href);
      said.textContent = "The link is copied.";
    } catch (error) {
      if (error?.name === "AbortError") return;
      const link = make("input");
      link.readOnly = true;
      link.value = location.href;
      said.replaceChildren(link);
      link.select();
    }
  };
  root.replaceChildren(button, said);
}
