// Four corners on a photo: tap near one to bring it there, or drag it; a lens shows what lies under the finger.
// Coordinates are shares of width and height.
const ZOOM = 3;
const AWAY = 30; // pixels from a corner to its number, which must not lie on the corner itself
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
    const handle = make("button", "corner");
    handle.append(make("span", "", names[i]));
    handle.type = "button";
    handle.setAttribute("aria-label", `Corner ${i + 1}: ${["top left", "top right", "bottom right", "bottom left"][i]}. Arrow keys move it`);
    return handle;
  });
  const draw = () => {
    shape.setAttribute("points", points.map((p) => p.join(",")).join(" "));
    const middle = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    handles.forEach((h, i) => {
      h.style.left = `${points[i][0] * 100}%`;
      h.style.top = `${points[i][1] * 100}%`;
      [["--dx", 0], ["--dy", 1]].forEach(([name, k]) => {
        const outward = points[i][k] < middle[k] ? -1 : 1;
        const room = points[i][k] > 0.1 && points[i][k] < 0.9;
        h.style.setProperty(name, `${AWAY * 0.7 * (room ? outward : -outward)}px`);
      });
    });
  };
  const lens = make("div", "lens");
  lens.style.backgroundImage = `url("${data.picture}")`;
  lens.hidden = true;
  const look = () => {
    lens.hidden = held === null;
    if (lens.hidden) return;
    const { width, height } = frame.getBoundingClientRect();
    const [x, y] = points[held];
    const half = lens.clientWidth / 2;
    lens.classList.toggle("right", x < 0.5);
    lens.style.backgroundSize = `${width * ZOOM}px ${height * ZOOM}px`;
    lens.style.backgroundPosition = `${half - x * width * ZOOM}px ${half - y * height * ZOOM}px`;
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
    look();
  };
  frame.onpointermove = (event) => {
    if (held === null) return;
    points[held] = where(event);
    draw();
    look();
  };
  frame.onpointerup = frame.onpointercancel = () => {
    if (held === null) return;
    held = null;
    look();
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
  frame.append(image, svg, ...handles, lens);
  root.replaceChildren(frame);
  draw();
}
