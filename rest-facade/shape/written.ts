import type { Reply } from '../request.js';

/** What v2.1 answers to a write: a status, where to look, and no body (spec §4). */
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
/** Where there is nothing left to look at. */
export const gone: Reply = { status: 204, body: null };
/** Where there is nothing to look at, at least not for whoever asked. */
export const taken: Reply = { status: 202, body: null };
