// What Streamlit calls with the component's data, at first and whenever the data or the theme changes.

export default function (component) {
  const host = component.parentElement;
  let app = mounted.get(host);
  if (!app) {
    app = new BoardApp(host);
    mounted.set(host, app);
  }
  app.receive(component);
  return () => {
    app.root.remove();
    mounted.delete(host);
  };
}
