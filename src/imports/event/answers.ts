/** Statuses that mean something else than that the server has a fault. */
const refusals: Readonly<Record<number, string>> = {
  401: 'wants a login: only what everybody may see can be imported',
  403: 'is not for everybody: only what everybody may see can be imported',
  404: 'is not there (404): look whether it is the address of an event in the API, and whether the event is public',
  410: 'is there no more (410)',
};

/** What is wrong with an answer, as the rest of a sentence that begins with the address; null when nothing is. */
export function outcomeOf({ status, headers }: Response): string | null {
  if (status === 200) return null;
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null && URL.canParse(target)) {
    const place = new URL(target);
    // A page for people is no answer for us.
    place.searchParams.delete('format');
    return `leads on to ${place.href}: give --from that address, if you trust it`;
  }
  return refusals[status] ?? `answers with status ${status}: try again later, or tell whoever runs that server`;
}

/** How long a server wants to be left alone, in seconds; undefined when it does not say. */
export function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
