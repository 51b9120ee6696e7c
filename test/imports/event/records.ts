import { ask, bodyOf, recordOf, recordsOf, type Json } from '../../rest/ask.js';
import type { TestService } from '../../support/service.js';

/** All public v2.1 records of an event, each list completely and in order. */
export async function recordsOfEvent(service: TestService, event: string | number): Promise<Json> {
  const list = async (path: string, name: string) =>
    recordsOf(await ask(service, `/v2.1/events/${event}/${path}?verbose=yes&resultsperpage=0`), name);
  return {
    event: recordOf(await ask(service, `/v2.1/events/${event}?verbose=yes`), 'events'),
    images: bodyOf(await ask(service, `/v2.1/events/${event}/images`))['images'],
    tracks: await list('tracks', 'tracks'),
    talks: await list('talks', 'talks'),
    comments: await list('comments', 'comments'),
    talkComments: await list('talk_comments', 'comments'),
  };
}

/**
 * Normalizes what differs between two servers: each ID becomes the index of its first occurrence, so that links must
 * still refer to the same records; URLs lose their origin, images their random names.
 */
export function withoutIds(service: TestService, records: Json): Json {
  const met: Record<string, string[]> = {};
  const placeOf = (kind: string, id: string): number => {
    const ids = (met[kind] ??= []);
    return ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1;
  };
  const plain = (value: unknown, name?: string): unknown => {
    if (typeof value === 'string') {
      return value
        .replaceAll(service.base, '')
        .replace(/event-\d+-[0-9a-f]+-/, 'event-image-')
        .replace(/\/v2\.1\/(\w+)\/(\d+)/, (_, kind: string, id: string) => `/v2.1/${kind}/#${placeOf(kind, id)}`)
        .replace(/\/tracks\/(\d+)$/, (_, id: string) => `/tracks/#${placeOf('tracks', id)}`);
    }
    if (name === 'id') return placeOf('talks', String(value));
    if (Array.isArray(value)) return value.map((item) => plain(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, key)]));
  };
  return plain(records) as Json;
}
