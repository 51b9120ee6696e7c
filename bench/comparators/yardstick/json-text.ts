/** Characters that JSON escapes, and surrogates, which it escapes if unpaired. */
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Serializes a string. Most strings need no escaping, and this test is cheaper than `JSON.stringify`. */
export function text(value: string): string {
  return SPECIAL.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** Serializes a string or null. */
export function textOrNull(value: string | null): string {
  return value === null ? 'null' : text(value);
}

/** Averages are integers in v2.1: halves round up, 0 without ratings. */
export function wholeAverage(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor(sum / count + 0.5);
}

/** Serializes `meta` of a page; `address` is the URL of the list without query. */
export function pageMeta(address: string, count: number, total: number, start: number, size: number): string {
  const page = (from: number) => `"${address}?resultsperpage=${size}&start=${from}"`;
  const next = start + size < total ? `,"next_page":${page(start + size)}` : '';
  const previous = start > 0 ? `,"prev_page":${page(Math.max(start - size, 0))}` : '';
  return `{"count":${count},"total":${total},"this_page":${page(start)}${next}${previous}}`;
}
