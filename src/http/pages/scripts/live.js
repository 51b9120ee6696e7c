// Follows changes by a stored subscription (docs/live.md).

/** Spreads the requests of many viewers after a change. */
const MAX_DELAY_MS = 300;

const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));

/**
 * Calls back after each change, while the page is visible; and once when it becomes visible again. The browser
 * reconnects by itself, unless the service ends the subscription.
 *
 * @param operation the name of a stored subscription
 * @param onChange may return a promise; changes before it resolves cause one more call
 */
export function follow(operation, variables, onChange) {
  let source = null;
  let [isRunning, isPending] = [false, false];

  async function run() {
    isPending = true;
    if (isRunning) return;
    isRunning = true;
    while (isPending) {
      isPending = false;
      await pause();
      // The next change tries again.
      await Promise.resolve(onChange()).catch((error) => console.warn(error));
    }
    isRunning = false;
  }

  function open() {
    const query = new URLSearchParams({ operation, variables: JSON.stringify(variables) });
    source = new EventSource(`/graphql?${query}`);
    let isFirst = true;
    source.addEventListener('next', () => {
      // The page shows the state of the first message already.
      if (!isFirst) void run();
      isFirst = false;
    });
    source.addEventListener('complete', () => source?.close());
    // After a lost connection, changes may be missing.
    source.addEventListener('error', () => (isFirst = false));
  }

  function close() {
    source?.close();
    source = null;
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return close();
    if (source) return;
    open();
    void run();
  });
  if (!document.hidden) open();
}

/** Replaces the elements with `data-live` by those of the current HTML of the page, where they differ. */
export async function refreshParts() {
  const response = await fetch(location.href, { headers: { Accept: 'text/html' }, credentials: 'omit' });
  if (!response.ok) throw new Error(`The page could not be read: ${response.status}`);
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const replacement = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (!replacement || replacement.innerHTML === part.innerHTML) continue;
    const known = new Set([...part.querySelectorAll('[id]')].map(({ id }) => id));
    part.replaceChildren(...replacement.childNodes);
    if (known.size === 0) continue;
    for (const added of part.querySelectorAll('li[id]')) added.classList.toggle('added', !known.has(added.id));
  }
}
