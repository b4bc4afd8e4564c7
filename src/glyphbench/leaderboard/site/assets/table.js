"use strict";
/* Sorting of tables by their heads, and filters over their rows. */
(() => {
const status = document.createElement("p");
status.className = "unseen";
status.setAttribute("role", "status");
document.body.append(status);

function compare(kind, one, other, sign) {
  const [a, b] = [one.dataset.value, other.dataset.value];
  if (a === "" || b === "") return (a === "") - (b === ""); // what is not known comes last, either way
  return sign * (kind === "text" ? a.localeCompare(b, "en", { numeric: true, sensitivity: "base" }) : a - b);
}
function sort(table, head, place) {
  const kind = head.dataset.sort;
  const now = head.getAttribute("aria-sort");
  const down = now ? now === "ascending" : kind === "number";
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((one, other) => compare(kind, one.cells[place], other.cells[place], down ? -1 : 1));
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  body.append(...rows);
  status.textContent = `${table.caption.textContent}: sorted by ${head.textContent}, ${down ? "descending" : "ascending"}`;
}
for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.onclick = () => sort(table, head, place);
    head.append(button);
  });
}

for (const form of document.querySelectorAll("form.filters")) {
  const rows = [...document.querySelectorAll("table.sortable tbody tr")].filter(
    (row) => form.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const controls = [...form.querySelectorAll("[data-filter]")];
  const fits = (row) => controls.every(({ dataset, value }) =>
    dataset.filter === "text"
      ? value.toLowerCase().split(/\s+/).every((word) => texts.get(row).includes(word))
      : !value || row.dataset[dataset.filter] === value);
  const apply = () => {
    for (const row of rows) row.hidden = !fits(row);
    for (const section of document.querySelectorAll("section[data-track]"))
      section.hidden = !section.querySelector("tbody tr:not([hidden])");
    const shown = rows.filter((row) => !row.hidden).length;
    form.querySelector("output").textContent = shown === rows.length ? "" : `${shown} of ${rows.length} rows`;
  };
  form.oninput = apply;
  form.onreset = () => setTimeout(apply);
  form.onsubmit = (event) => event.preventDefault();
  form.hidden = false;
  apply(); // a browser that goes back fills the form again
}
})();
