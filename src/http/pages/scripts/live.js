// Follows changes by a stored subscription (docs/live.md).

/** Spreads the requests of many viewers after a change. */
const MAX_DELAY_MS = 300;

const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS));

/** 1 to 5 s after the service was away, so that not all viewers return at once; up to a minute if it stays away. */
const retryDelay = (failures) => Math.min(2 ** failures, 12) * (1_000 + Math.random() * 4_000);

/**
 * Calls back after each change, while the page is visible; and once when it becomes visible again.
 *
 * @param operation the name of a stored subscription with the variable `after`
 * @param onChange may return a promise; changes before it resolves cause one more call
 */
export function follow(operation, variables, onChange) {
  let source = null;
  let timer;
  let failures = 0;
  let after = null;
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

  /** @param isCurrent whether the page shows the state of the first message already */
  function open(isCurrent) {
    const query = new URLSearchParams({ operation, variables: JSON.stringify({ ...variables, after }) });
    source = new EventSource(`/graphql?${query}`);
    let isFirst = isCurrent;
    source.addEventListener('next', ({ lastEventId }) => {
      after = lastEventId || after;
      failures = 0;
      if (!isFirst) void run();
      isFirst = false;
    });
    source.addEventListener('complete', () => source?.close());
    source.addEventListener('error', () => {
      // After a lost connection, changes may be missing.
      isFirst = false;
      // The browser reconnects by itself, unless a proxy has answered, such as with 502 during a restart.
      if (source?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, retryDelay(failures), false);
      failures += 1;
    });
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return close();
    if (source) return;
    open(true);
    void run();
  });
  if (!document.hidden) open(true);
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
