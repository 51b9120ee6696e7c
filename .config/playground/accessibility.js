// Adds what the markup of GraphiQL and Monaco lacks. They rerender at any time, so a MutationObserver repairs it.

/** By selector: attributes that are missing or wrong; null removes one. */
const repairs = {
  // Each tab contains two buttons, which ARIA forbids in a tab list: mark it up as a list of buttons.
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
