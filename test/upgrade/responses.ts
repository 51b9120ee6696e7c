import paths from '../fixtures/paths.json' with { type: 'json' };
import { ask, bodyOf, type Json } from '../rest/ask.js';
import { linksIn } from '../rest/crawl.js';

export interface Response {
  readonly status: number;
  readonly type: string | null;
  /** Without the address of the service. */
  readonly text: string;
}

/** By viewer and path, separated by a space. */
export type Responses = ReadonlyMap<string, Response>;

/** The token of each viewer; undefined for the anonymous one. */
export type Viewers = Readonly<Record<string, string | undefined>>;

const AT_ONCE = 8;
/** Number of paths of one shape that a viewer reads. */
const SAMPLE = { anonymous: 60, loggedIn: 12 };

/** The path without its query, with `{}` for each ID. */
const shapeOf = (path: string): string => path.replace(/\?.*/, '').replace(/\/(\d+|\{\w+\})(?=\/|$)/g, '/{}');
/** The GET paths of v2.1, as in `/v2.1/events/{}/talks`. */
export const shapes: readonly string[] = paths.flatMap(({ method, path }) => (method === 'GET' ? [shapeOf(path)] : []));

const queries = [
  ...['hot', 'upcoming', 'past', 'cfp', 'pending'].map((filter) => `/v2.1/events?filter=${filter}`),
  ...['/v2.1/events?title=quiet', '/v2.1/events?tags[]=php', '/v2.1/talks?title=silence', '/v2.1/users?username=host'],
];

/** The shapes of all paths with an OK response. */
export const shapesOf = (responses: Responses): string[] => [
  ...new Set([...responses].filter(([, { status }]) => status === 200).map(([key]) => shapeOf(pathOf(key)))),
];

const viewerOf = (key: string): string => key.slice(0, key.indexOf(' '));
export const pathOf = (key: string): string => key.slice(key.indexOf(' ') + 1);

export async function read(base: string, viewers: Viewers, key: string): Promise<Response> {
  const { status, headers, text } = await ask({ base }, pathOf(key), { token: viewers[viewerOf(key)] });
  return { status, type: headers.get('content-type'), text: text.replaceAll(base, '') };
}

/** What a response leads to: its links, and all paths below a record, because not all are linked. */
function pathsIn(path: string, body: Json): string[] {
  const record = /^\/v2\.1\/\w+\/\d+$/.test(path) ? shapeOf(path) : undefined;
  const below = shapes.filter((shape) => record && shape.startsWith(`${record}/`) && shape.split('{}').length === 2);
  const links = (body['talk_links'] ?? []) as Json[];
  return [
    ...linksIn(body, '').map((link) => link.replace(/[?&]verbose=yes$/, '')),
    ...below.map((shape) => shape.replace(record ?? '', path)),
    ...(/\/links$/.test(path) ? links.map(({ id }) => `${path}/${Number(id)}`) : []),
  ].filter((link) => shapes.includes(shapeOf(link)));
}

/**
 * Follows all links of v2.1, and reads each path plain and verbose.
 *
 * @param first paths that are read before those of the lists
 */
export async function readAll(base: string, viewers: Viewers, first: readonly string[]): Promise<Responses> {
  const responses = new Map<string, Response>();
  for (const [viewer, token] of Object.entries(viewers)) {
    const most = token === undefined ? SAMPLE.anonymous : SAMPLE.loggedIn;
    const known = new Set<string>();
    const counts = new Map<string, number>();
    const queue: string[] = [];
    const follow = (path: string): void => {
      const shape = shapeOf(path);
      const count = (counts.get(shape) ?? 0) + 1;
      if (known.has(path) || count > most) return;
      counts.set(shape, count);
      known.add(path);
      queue.push(path);
    };
    const visit = async (path: string): Promise<void> => {
      const verbose = `${path}${path.includes('?') ? '&' : '?'}verbose=yes`;
      for (const each of [path, verbose]) {
        const response = await read(base, viewers, `${viewer} ${each}`);
        responses.set(`${viewer} ${each}`, response);
        if (response.status === 200) pathsIn(path, bodyOf(response)).forEach(follow);
      }
    };
    [...first, ...shapes.filter((shape) => !shape.includes('{')), ...queries].forEach(follow);
    while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(visit));
  }
  return responses;
}

/** Reads the same paths as the same viewers. */
export async function readAgain(base: string, viewers: Viewers, keys: Iterable<string>): Promise<Responses> {
  const responses = new Map<string, Response>();
  const left = [...keys];
  while (left.length > 0) {
    const part = left.splice(0, AT_ONCE);
    const answers = await Promise.all(part.map((key) => read(base, viewers, key)));
    part.forEach((key, place) => responses.set(key, answers[place]!));
  }
  return responses;
}
