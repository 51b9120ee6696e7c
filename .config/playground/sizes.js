// Replaces GraphiQL's default sizes, which are too small for the query and its result.

/** Shares of the panel beside the editors, and of the query beside its result, which GraphiQL stores once a bar is dragged. */
const shares = { 'graphiql:docExplorerFlex': '0.28', 'graphiql:editorFlex': '1.3' };

/** Sets the shares on the first visit. */
export function setInitialSizes(storage) {
  for (const [key, share] of Object.entries(shares)) if (storage.getItem(key) === null) storage.setItem(key, share);
}

const phone = window.matchMedia('(max-width: 48rem)');

/** Scrolls to the result if it is below the editors, as on a phone. */
export function showResult() {
  if (phone.matches) document.querySelector('.graphiql-response')?.scrollIntoView({ block: 'nearest' });
}
