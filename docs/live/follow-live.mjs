/**
 * Follows a stored subscription in a browser. An `EventSource` reconnects and resumes by itself only while it reaches
 * the service: a 502, 503 or 429, such as of a proxy during a restart, ends it for good. Another one then continues
 * after the last message.
 *
 * @param {(result: { data?: object, errors?: object[] }) => void} onResult
 * @returns stops following
 */
export function followLive(base, operation, variables, onResult) {
  let source;
  let timer;
  let after = null;

  function open() {
    const query = new URLSearchParams({ operation, variables: JSON.stringify({ ...variables, after }) });
    source = new EventSource(`${base}/graphql?${query}`);
    source.addEventListener('next', ({ data, lastEventId }) => {
      after = lastEventId || after;
      onResult(JSON.parse(data));
    });
    source.addEventListener('complete', stop);
    source.addEventListener('error', () => {
      // 1 to 5 s, so that not all visitors return at once.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, 1_000 + Math.random() * 4_000);
    });
  }

  function stop() {
    clearTimeout(timer);
    source.close();
  }

  open();
  return stop;
}
