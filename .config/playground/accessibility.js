// What GraphiQL's and Monaco's own markup leaves unsaid, said from outside: they draw it anew, so it is watched.

/** By selector: the attributes that it lacks, or has wrongly; null takes one away. */
const repairs = {
  // Each tab holds two buttons, which a tab of a tab list may not: they are a list of buttons, one of them current.
  '.graphiql-tabs': { role: null },
  '.graphiql-tab': { role: null, 'aria-selected': null },
  '.graphiql-tab-active > .graphiql-tab-button': { 'aria-current': 'true' },
  '.graphiql-tab:not(.graphiql-tab-active) > .graphiql-tab-button': { 'aria-current': null },
  '#graphiql-session': { role: 'region' },
};

function repair(root) {
  for (const [selector, attributes] of Object.entries(repairs)) {
    for (const element of root.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(name);
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  }
}

/** Keeps the markup below an element repaired. */
export function repairAccessibility(root) {
  const again = () => repair(root);
  new MutationObserver(again).observe(root, { childList: true, subtree: true, attributes: true });
  again();
}
