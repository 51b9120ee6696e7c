import { eventBySlug, eventByStub } from './events.js';
import { eventRecord, talkRecord } from './records.js';
import type { Reads } from './reads.js';
import { viewerArgument } from './scope.js';
import { talkByStub } from './talks.js';

/** An event by its stub or its slug; null when there is none, or none that the viewer sees. */
export async function eventByName({ scope }: Reads, by: 'stub' | 'slug', name: string) {
  const statement = by === 'stub' ? eventByStub(scope.sight) : eventBySlug(scope.sight);
  const [row] = await scope.run(statement, { key: name, ...viewerArgument(scope) });
  return row ? eventRecord(row, scope) : null;
}

/** A talk by its stub; null when there is none, or none that the viewer sees. */
export async function talkByName({ scope }: Reads, stub: string) {
  const [row] = await scope.run(talkByStub(scope.sight), { key: stub, ...viewerArgument(scope) });
  return row ? talkRecord(row, scope) : null;
}
