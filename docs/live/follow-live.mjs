/** 1 to 5 s after the first failure, so that not all visitors return at once; up to a minute after further ones. */
const retryDelay = (failures) => Math.min(2 ** failures, 12) * (1_000 + Math.random() * 4_000);

/**
 * Follows a stored subscription in a browser. An `EventSource` reconnects and resumes by itself only while it reaches
 * the service: every error status ends it for good, such as a 502 of a proxy during a restart, a 429, or a 404. Another one
 * then continues after the last message; because the status is unknown here, ever more rarely while none arrives.
 *
 * @param {(result: { data?: object, errors?: object[] }) => void} onResult
 * @returns stops following
 */
export function followLive(base, operation, variables, onResult) {
  let source;
  let timer;
  let failures = 0;
  let after = null;

  function open() {
    const query = new URLSearchParams({ operation, variables: JSON.stringify({ ...variables, after }) });
    source = new EventSource(`${base}/graphql?${query}`);
    source.addEventListener('next', ({ data, lastEventId }) => {
      after = lastEventId || after;
      failures = 0;
      onResult(JSON.parse(data));
    });
    source.addEventListener('complete', stop);
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, retryDelay(failures));
      failures += 1;
    });
  }

  function stop() {
    clearTimeout(timer);
    source.close();
  }

  open();
  return stop;
}
