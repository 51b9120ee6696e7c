import fc from 'fast-check';
import { feeds } from '../../feeds/index.js';
import { pages } from '../../pages/index.js';
import { MOST_OF_KIND, type RecordKind } from '../fuzz/record-kinds.js';
import { restOperations } from '../fuzz/operations.js';
import { restRequest } from '../fuzz/rest-request.js';
import { Tape } from '../fuzz/tape.js';
import { everyOperation } from './every-operation.js';
import { ADDRESSES, type Call } from './target.js';
import { graphCall } from './wire.js';

/** Replaces placeholders of records, such as `<talk:3>`. */
type Fill = (text: string) => string;

/** The kind of record of a parameter, by the folder of the path. */
const folders: Readonly<Record<string, RecordKind>> = {
  events: 'event',
  talks: 'talk',
  tracks: 'track',
  users: 'user',
};
const parameters: Readonly<Record<string, RecordKind>> = { username: 'username', stub: 'talkStub', slug: 'eventSlug' };

/** A path of a feed or page with values for its parameters. */
function pathOf(path: string, tape: Tape): string {
  const folder = /\/(events|talks|tracks|users)\//.exec(path)?.[1] ?? '';
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const kind = path.startsWith('/talk/') ? 'talkStub' : (parameters[name] ?? folders[folder]);
    return kind ? `<${kind}:${tape.below(MOST_OF_KIND)}>` : 'unknown';
  });
}

/** The same numbers with the same seed. */
const tapeOf = (seed: number): Tape =>
  new Tape(fc.sample(fc.nat(), { seed, numRuns: 50_000 }).map((number) => number >>> 3));

/** A call of every field, mutation, path of v2.1, feed and page, by the account of the token or anonymously. */
export function everyCall(seed: number, token: string, fill: Fill): readonly Call[] {
  const tape = tapeOf(seed);
  const from = () => ({ address: tape.pick(ADDRESSES), ...(tape.chance(70) && { token }) });
  const rows = [...feeds.rows, ...pages.rows].map(({ path }) => ({
    ...{ method: 'GET', path: fill(pathOf(path, tape)), ...from() },
  }));
  const operations = everyOperation(tape).map((query) => graphCall(fill(query), {}, from()));
  const paths = restOperations.map((operation) => {
    const { target, headers, body } = restRequest(tape, operation);
    return {
      ...{ method: operation.method, path: asciiOf(fill(target)), ...from() },
      headers: Object.fromEntries(headers.filter(([, value]) => /^[\x20-\x7e]*$/.test(value))),
      ...(body !== undefined && { body: fill(body) }),
    };
  });
  return shuffled([...rows, ...operations, ...paths], tape);
}

/** Clients of HTTP refuse to send anything else. */
const asciiOf = (target: string): string => target.replaceAll(/[^\x21-\x7e]/g, '%20');

const shuffled = <Value>(values: readonly Value[], tape: Tape): readonly Value[] =>
  values
    .map((value) => ({ value, place: tape.below(2 ** 20) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
