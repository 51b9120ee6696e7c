import type { Reply } from '../request.js';

/** Response to a write: a status and a `Location`, without a body (spec §4). */
const empty =
  (status: number) =>
  (location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
    status,
    headers: { Location: location, ...headers },
    body: null,
  });

export const done = empty(200);
export const created = empty(201);
export const accepted = empty(202);
export const changed = empty(204);
/** The resource no longer exists, so there is no `Location`. */
export const gone: Reply = { status: 204, body: null };
/** The caller may not read the result, so there is no `Location`. */
export const taken: Reply = { status: 202, body: null };
