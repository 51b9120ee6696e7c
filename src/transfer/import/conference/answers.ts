/** Statuses that are not a fault of the server. */
const refusals: Readonly<Record<number, string>> = {
  401: 'requires authentication: only public events can be imported',
  403: 'is not public: only public events can be imported',
  404: 'was not found (404): check that it is the URL of an event in the API, and that the event is public',
  410: 'no longer exists (410)',
};

/** Describes a failed response, as the rest of a sentence that begins with the URL; null on success. */
export function outcomeOf({ status, headers }: Response): string | null {
  if (status === 200) return null;
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null && URL.canParse(target)) {
    const place = new URL(target);
    // Removes the parameter that selects HTML instead of JSON.
    place.searchParams.delete('format');
    return `redirects to ${place.href}: specify that URL with --from if you trust it`;
  }
  return refusals[status] ?? `responded with status ${status}: try again later, or contact the operator of that server`;
}

/** Parses Retry-After into seconds; undefined without the header. */
export function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
