// Suggestions while typing. Everything works without this file.
(() => {
  "use strict";
  const field = document.getElementById("q");
  const list = document.getElementById("suggestions");
  if (!field || !list) return;
  let last = "";
  let timer = 0;
  const show = (names) => {
    list.replaceChildren(
      ...names.map((name) => {
        const option = document.createElement("option");
        option.value = name;
        return option;
      }),
    );
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const typed = field.value;
      if (typed.trim().length < 2 || typed === last) return;
      last = typed;
      try {
        const answer = await fetch("/suggest?q=" + encodeURIComponent(typed));
        if (answer.ok && field.value === typed) show(await answer.json());
      } catch {
        // a page without suggestions is a page all the same
      }
    }, 150);
  });
})();
