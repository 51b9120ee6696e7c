/** Characters that JSON escapes, and halves of surrogate pairs, which it escapes when they stand alone. */
const SPECIAL = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A JSON string. Most texts hold nothing to escape, and looking for that is cheaper than `JSON.stringify`. */
export function text(value: string): string {
  return SPECIAL.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** A JSON string, or `null`. */
export function textOrNull(value: string | null): string {
  return value === null ? 'null' : text(value);
}

/** v2.1 shows averages as whole numbers, halves rounded up, 0 when nobody rated. */
export function wholeAverage(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor(sum / count + 0.5);
}

/** `meta` of a page; `address` is that of the list, without the query. */
export function pageMeta(address: string, count: number, total: number, start: number, size: number): string {
  const page = (from: number) => `"${address}?resultsperpage=${size}&start=${from}"`;
  const next = start + size < total ? `,"next_page":${page(start + size)}` : '';
  const previous = start > 0 ? `,"prev_page":${page(Math.max(start - size, 0))}` : '';
  return `{"count":${count},"total":${total},"this_page":${page(start)}${next}${previous}}`;
}
