import type { WireRequest } from '../request.js';

/** Variables of a list: its page and `verbose`. */
export function listVariables({ paging, verbose }: WireRequest) {
  return { offset: paging.start ?? 0, limit: paging.limit, verbose };
}

/** Variables of a list without a verbose form. */
export function plainListVariables({ paging }: WireRequest) {
  return { offset: paging.start ?? 0, limit: paging.limit };
}
