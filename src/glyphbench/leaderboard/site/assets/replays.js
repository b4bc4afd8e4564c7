"use strict";
/* Episodes of an entry: #3 or #3/17 in the address names an episode and a turn; its script is loaded when asked for. */
const episodes = JSON.parse(document.getElementById("replays").textContent);
const choice = document.getElementById("episode");
const loaded = new Map();

function asked() {
  const [number, turn] = location.hash.slice(1).split("/");
  return [number in episodes ? number : choice.options[0].value, Number(turn) || 0];
}
function receiveReplay(number, data) {
  loaded.set(String(number), data);
  if (asked()[0] === String(number)) show();
}
function show() {
  const [number, turn] = asked();
  const [file, title, ending] = episodes[number];
  choice.value = number;
  document.getElementById("title").textContent = title;
  document.getElementById("ending").textContent = ending;
  if (loaded.has(number)) {
    player.load(loaded.get(number), turn, (now) => {
      try { history.replaceState(null, "", `#${number}/${now}`); } catch { /* some browsers keep a file's address */ }
    });
    return;
  }
  const script = document.createElement("script");
  script.src = `replays/${file}`;
  script.onerror = () => { document.getElementById("ending").textContent = `${script.src} cannot be read`; };
  document.head.append(script);
}
choice.onchange = () => { location.hash = choice.value; };
addEventListener("hashchange", show);
show();
