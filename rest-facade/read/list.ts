import type { WireRequest } from '../request.js';

/** The variables of a list: its page, and whether it is verbose. */
export function listVariables({ paging, verbose }: WireRequest) {
  return { offset: paging.start ?? 0, limit: paging.limit, verbose };
}

/** The variables of a list whose records have one form only. */
export function plainListVariables({ paging }: WireRequest) {
  return { offset: paging.start ?? 0, limit: paging.limit };
}
