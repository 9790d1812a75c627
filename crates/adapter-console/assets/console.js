"use strict";
// one key for each decision; nothing while somebody types
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target instanceof HTMLElement && event.target.matches("input, select, textarea")) return;
  for (const element of document.querySelectorAll("[data-key]")) {
    if (element.dataset.key === event.key) {
      event.preventDefault();
      element.click();
      return;
    }
  }
});
// pages that change by themselves are loaded again while somebody looks at them
if (document.body.hasAttribute("data-live")) {
  setInterval(() => {
    if (!document.hidden) location.reload();
  }, 15000);
}
