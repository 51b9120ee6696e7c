import { isStorable } from '../../database/storable.js';
import { eventBySlug, eventByStub } from './events.js';
import { eventRecord, shareRecord, talkRecord } from './records.js';
import type { Reads } from './reads.js';
import { viewerArgument } from './scope.js';
import { shareBySecret } from './shared-feedback.js';
import { talkByStub } from './talks.js';
import { userByUsername } from './users.js';

/** Looks up an event by stub or slug; null if it does not exist or is not visible to the viewer. */
export async function eventByName({ scope, shown }: Reads, by: 'stub' | 'slug', name: string) {
  const statement = by === 'stub' ? eventByStub(scope.visibility) : eventBySlug(scope.visibility);
  const [row] = await scope.run(statement, { key: name, ...viewerArgument(scope) });
  if (!row) return null;
  shown.events.add(row.id);
  return eventRecord(row, scope);
}

/** Looks up a talk by stub; null if it does not exist or is not visible to the viewer. */
export async function talkByName({ scope, shown }: Reads, stub: string) {
  const [row] = await scope.run(talkByStub(scope.visibility), { key: stub, ...viewerArgument(scope) });
  if (!row) return null;
  shown.events.add(row.eventId);
  return talkRecord(row, scope);
}

/** Looks up an active account by username, ignoring case but not accents; null if there is none. */
export async function userByName({ scope }: Reads, username: string) {
  const [row] = isStorable(username) ? await scope.run(userByUsername, { username: username.trim() }) : [];
  return row ?? null;
}

/** Looks up shared feedback by its secret; null if it is unknown, expired or revoked. */
export async function shareOfSecret({ scope }: Reads, secretHash: string) {
  const [row] = await scope.run(shareBySecret, { secretHash, ...viewerArgument(scope) });
  return row ? shareRecord(row) : null;
}
