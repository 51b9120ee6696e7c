import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../rest/ask.js';

/** The response of a path: a value as JSON, or the work of a function. */
type Reply = unknown | ((request: IncomingMessage, response: ServerResponse) => void);

/** A server with arbitrary responses by path. */
export interface QuirkyServer {
  readonly base: string;
  /** Path → reply; anything else is 404. */
  readonly replies: Map<string, Reply>;
  /** The requested paths with their queries, in order. */
  readonly asked: string[];
  readonly agents: Set<string | undefined>;
  stop(): Promise<void>;
}

export async function startQuirkyServer(): Promise<QuirkyServer> {
  const replies = new Map<string, Reply>();
  const asked: string[] = [];
  const agents = new Set<string | undefined>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    agents.add(request.headers['user-agent']);
    const reply = replies.get(new URL(request.url ?? '', 'http://x').pathname);
    if (typeof reply === 'function') return void reply(request, response);
    response.statusCode = reply === undefined ? 404 : 200;
    response.setHeader('Content-Type', 'application/json; charset=utf8');
    response.end(JSON.stringify(reply ?? ['Endpoint not found']));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replies,
    asked,
    agents,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const EVENT = '/v2.1/events/5';

const page = (name: string, records: readonly Json[]): Json => ({
  [name]: records,
  meta: { count: records.length, total: records.length },
});

/** Serves a small event in the format of the original, with changes. @returns its URL */
export function showEvent(
  { base, replies }: QuirkyServer,
  given: { event?: Json; tracks?: Json[]; talks?: Json[] } = {},
) {
  const uri = base + EVENT;
  const below = (name: string): string => `${uri}/${name}`;
  const event = {
    name: 'Autumn',
    start_date: '2012-10-01T09:00:00+02:00',
    end_date: '2012-10-02T18:00:00+02:00',
    description: 'About it',
    location: 'Leuven',
    tz_continent: 'Europe',
    tz_place: 'Brussels',
    images: [],
    tags: [],
    uri,
    comments_uri: below('comments'),
    talks_uri: below('talks'),
    tracks_uri: below('tracks'),
    all_talk_comments_uri: below('talk_comments'),
    ...given.event,
  };
  const track = (number: number) => ({
    track_name: 'Main',
    track_description: '',
    talks_count: 0,
    uri: `${base}/v2.1/tracks/${number}`,
  });
  const talk = (number: number) => ({
    talk_title: `Talk ${number}`,
    url_friendly_talk_title: `talk-${number}`,
    talk_description: 'About it',
    type: 'Talk',
    start_date: '2012-10-01T10:00:00+02:00',
    duration: 60,
    stub: `b000${number}`,
    slides_link: null,
    talk_media: null,
    language: 'English - UK',
    speakers: [],
    tracks: [],
    uri: `${base}/v2.1/talks/${number}`,
    comments_uri: `${base}/v2.1/talks/${number}/comments`,
  });
  const numbered = (records: Json[] | undefined, base: (number: number) => Json) =>
    (records ?? [{}]).map((record, place) => ({ ...base(place + 1), ...record }));
  replies.set(EVENT, page('events', [event]));
  replies.set(`${EVENT}/tracks`, page('tracks', numbered(given.tracks, track)));
  replies.set(`${EVENT}/talks`, page('talks', numbered(given.talks, talk)));
  replies.set(`${EVENT}/comments`, page('comments', []));
  replies.set(`${EVENT}/talk_comments`, page('comments', []));
  return uri;
}

/** Serves these records at a path, in pages of the server's own size, whatever size is requested. */
export function showPages(
  { base, replies }: QuirkyServer,
  path: string,
  name: string,
  pages: readonly (readonly Json[])[],
): void {
  replies.set(path, (request: IncomingMessage, response: ServerResponse) => {
    const number = Number(new URL(request.url ?? '', base).searchParams.get('start') ?? 0);
    const next = number + 1 < pages.length ? { next_page: `${base}${path}?start=${number + 1}&resultsperpage=20` } : {};
    response.end(JSON.stringify({ [name]: pages[number], meta: { count: 0, ...next } }));
  });
}

/** A comment in the format of the original, on the event or on a talk. */
export function commentOf(base: string, number: number, talk?: number): Json {
  const kind = talk === undefined ? 'event_comments' : 'talk_comments';
  return {
    rating: 4,
    comment: `Comment ${number}`,
    created_date: `2012-10-03T12:00:0${number}+02:00`,
    user_display_name: null,
    source: null,
    [talk === undefined ? 'comment_uri' : 'uri']: `${base}/v2.1/${kind}/${number}`,
    ...(talk !== undefined && { talk_uri: `${base}/v2.1/talks/${talk}` }),
  };
}
