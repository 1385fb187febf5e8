// Four corners on a photo: tap near one to bring it there, or drag it. Coordinates are shares of width and height.
export default function ({ data, parentElement, setStateValue }) {
  const root = clear(parentElement);
  const points = data.points.map((p) => [...p]);
  const frame = make("div", "ft-corners");
  const image = make("img");
  image.src = data.picture;
  image.alt = "The photo, with four corners to put on the board's corners";
  image.draggable = false;
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 1 1");
  svg.setAttribute("preserveAspectRatio", "none");
  const shape = document.createElementNS(NS, "polygon");
  svg.appendChild(shape);
  const names = ["1", "2", "3", "4"];
  const handles = points.map((_, i) => {
    const handle = make("button", "corner", names[i]);
    handle.type = "button";
    handle.setAttribute("aria-label", `Corner ${i + 1}: ${["top left", "top right", "bottom right", "bottom left"][i]}. Arrow keys move it`);
    return handle;
  });
  const draw = () => {
    shape.setAttribute("points", points.map((p) => p.join(",")).join(" "));
    handles.forEach((h, i) => {
      h.style.left = `${points[i][0] * 100}%`;
      h.style.top = `${points[i][1] * 100}%`;
    });
  };
  const tell = () => setStateValue("points", points);
  const where = (event) => {
    const box = frame.getBoundingClientRect();
    const clip = (v) => Math.min(1.2, Math.max(-0.2, v));
    return [clip((event.clientX - box.left) / box.width), clip((event.clientY - box.top) / box.height)];
  };
  let held = null;
  frame.onpointerdown = (event) => {
    const [x, y] = where(event);
    const far = points.map((p) => (p[0] - x) ** 2 + (p[1] - y) ** 2);
    held = far.indexOf(Math.min(...far));
    points[held] = [x, y];
    try { frame.setPointerCapture(event.pointerId); } catch { /* a pointer that is already up */ }
    event.preventDefault();
    draw();
  };
  frame.onpointermove = (event) => {
    if (held === null) return;
    points[held] = where(event);
    draw();
  };
  frame.onpointerup = frame.onpointercancel = () => {
    if (held === null) return;
    held = null;
    tell();
  };
  handles.forEach((handle, i) => {
    handle.onkeydown = (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      points[i] = [points[i][0] + step[0] * 0.005, points[i][1] + step[1] * 0.005];
      draw();
    };
    handle.onkeyup = (event) => event.key.startsWith("Arrow") && tell();
  });
  frame.append(image, svg, ...handles);
  root.replaceChildren(frame);
  draw();
}
