"use strict";
/* `player.load(episode, turn, moved)` shows an episode in the page's player; `moved` is told each turn that is shown. */
const player = (() => {
const $ = (id) => document.getElementById(id);
let scenes = [], lines = [], legends = [], colours = {}, moved = () => {};
let last = 0, now = 0, timer = 0;

function make(tag, text, kind) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
}
function row(text, heading) {
  const line = make("div");
  for (const char of text) {
    const cell = make("span", char === " " ? "\u00a0" : char, heading ? "head" : "");
    if (!heading) cell.style.color = colours[char] || "";
    line.append(cell);
  }
  return line;
}
function headers(width) {
  const digits = [...Array(width).keys()];
  if (width <= 10) return [digits.join("")];
  return [digits.map((x) => (x % 10 || !x ? " " : x / 10)).join(""), digits.map((x) => x % 10).join("")];
}
function drawGrid(scene) {
  const rows = scene.grid.map((line) => row(lines[line], false));
  let columns = lines[scene.grid[0]].length;
  if (scene.headers) {
    const margin = String(scene.grid.length - 1).length + 1;
    rows.forEach((line, y) => line.prepend(...row(String(y).padStart(margin - 1) + " ", true).children));
    rows.unshift(...headers(columns).map((text) => row(" ".repeat(margin) + text, true)));
    columns += margin;
  }
  const board = $("board");
  const size = (board.clientWidth - 22) / columns / 0.61;
  $("grid").style.fontSize = Math.max(7, Math.min(28, size)) + "px";
  $("grid").replaceChildren(...rows);
}
function signed(value) { return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(3); }
function show(turn) {
  now = Math.max(0, Math.min(last, turn));
  const scene = scenes[now];
  drawGrid(scene);
  $("hud").textContent = scene.hud;
  $("message").textContent = scene.message;
  $("slider").value = now;
  $("slider").setAttribute("aria-valuetext", "turn " + scene.turn);
  $("where").textContent = `turn ${scene.turn} of ${scenes[last].turn}`;
  const ended = scene.reward === undefined;
  $("action").textContent = scene.trouble || (ended ? "the end" : scene.action || "no valid action: the turn passes");
  $("reward").textContent = ended ? "" : "reward " + signed(scene.reward);
  $("reward").className = ended || !scene.reward ? "" : scene.reward > 0 ? "good" : "bad";
  $("total").textContent = "return before it " + scene.total.toFixed(3);
  const said = [];
  if (scene.memory) said.push(make("h2", "Memory"), make("p", scene.memory, "said reasoning"));
  for (const [reasoning, text, event] of scene.said || []) {
    if (reasoning) said.push(make("h2", "Reasoning"), make("p", reasoning, "said reasoning"));
    if (text) said.push(make("h2", "Reply"), make("p", text, "said"));
    if (event) said.push(make("p", "no action in this reply: " + event, "said bad"));
  }
  for (const [name, note] of scene.notes || []) said.push(make("h2", name), make("p", note, "said reasoning"));
  $("said").replaceChildren(...said);
  $("talk").hidden = !scenes.some((other) => (other.said || []).some(([r, t]) => r || t));
  $("legend").replaceChildren(...legends[scene.legend].flatMap(([char, name]) => {
    const term = make("dt", char);
    term.style.color = colours[char] || "#c8ccd2";
    return [term, make("dd", name)];
  }));
  $("cursor").setAttribute("x1", place(now));
  $("cursor").setAttribute("x2", place(now));
  moved(now);
}
function place(turn) { return last ? (turn / last) * 996 + 2 : 2; }
function drawCurve() {
  const totals = scenes.map((scene) => scene.total);
  const low = Math.min(0, ...totals), high = Math.max(low + 1e-9, 0, ...totals);
  const y = (value) => 50 - ((value - low) / (high - low)) * 46;
  const points = totals.map((value, turn) => `${turn && totals[turn - 1] !== value ? `${place(turn)},${y(totals[turn - 1])} ` : ""}${place(turn)},${y(value)}`);
  $("curve").innerHTML = `<line x1="0" x2="1000" y1="${y(0)}" y2="${y(0)}" stroke="var(--line)" vector-effect="non-scaling-stroke"/>` +
    `<polyline points="${points.join(" ")}" fill="none" stroke="var(--accent)" stroke-width="2" vector-effect="non-scaling-stroke"/>` +
    `<line id="cursor" y1="0" y2="54" stroke="var(--ink)" vector-effect="non-scaling-stroke"/>`;
}
function pause() {
  clearInterval(timer);
  timer = 0;
  $("play").textContent = "Play";
}
function play() {
  if (timer) return pause();
  if (now === last) show(0);
  $("play").textContent = "Pause";
  timer = setInterval(() => (now < last ? show(now + 1) : pause()), Number($("speed").value));
}
function go(turn) { pause(); show(turn); }

$("first").onclick = () => go(0);
$("back").onclick = () => go(now - 1);
$("on").onclick = () => go(now + 1);
$("end").onclick = () => go(last);
$("play").onclick = play;
$("speed").onchange = () => { if (timer) { pause(); play(); } };
$("slider").oninput = () => go(Number($("slider").value));
addEventListener("resize", () => { if (scenes.length) drawGrid(scenes[now]); });
addEventListener("keydown", (event) => {
  if (!scenes.length || event.ctrlKey || event.altKey || event.metaKey) return;
  const own = event.target.tagName;
  if (own === "SELECT" || (own === "INPUT" && event.key !== " ") || (own === "BUTTON" && event.key === " ")) return;
  const keys = { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(last), " ": play };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

function load(episode, turn, tell) {
  pause();
  ({ scenes, lines, legends, colours } = episode);
  moved = tell;
  last = scenes.length - 1;
  $("slider").max = last;
  drawCurve();
  show(turn);
}
return { load, go };
})();
