import { pngFile } from '../images/png-file.js';
import { roles, type Role } from '../permissions/truth.js';
import type { At, World } from '../permissions/world.js';
import type { Asked, Write } from '../permissions/write.js';
import { FORM_TYPE, imageForm } from '../rest/multipart.js';
import type { RecordedRequest } from './exchange.js';

/** A request and its viewers. */
export interface Planned {
  readonly request: RecordedRequest;
  readonly viewers: readonly Role[];
}

const FEW: readonly Role[] = ['anonymous', 'host', 'admin'];
const UNKNOWN = '999999';

/** Values of each path parameter: a visible record, a hidden one, and an unknown one. */
function targets({ shown, hidden, users, application, token }: World): Record<string, readonly string[]> {
  const places = (name: keyof At & keyof World['shown']) => [shown[name], hidden[name], UNKNOWN];
  const people = [users.speaker, users.owner, users.attendee, users.inactive, users.otherHost, UNKNOWN];
  return {
    eventId: places('event'),
    talkId: places('talk'),
    trackId: places('track'),
    userId: people,
    linkId: places('link'),
    applicationId: [application, UNKNOWN],
    tokenId: [token, UNKNOWN],
    languageId: ['1', UNKNOWN, 'x'],
    typeId: ['1', UNKNOWN],
    username: ['speaker', 'nobody-at-all'],
  };
}

const LIST = [
  '?start=1&resultsperpage=2',
  '?resultsperpage=0',
  '?start=-1&resultsperpage=x',
  '?verbose=yes&resultsperpage=3',
];
/** Further query strings of some rows. */
const queries: Readonly<Record<string, readonly string[]>> = {
  '/v2.1/events': [
    ...['all', 'hot', 'upcoming', 'past', 'cfp', 'pending', 'constructor'].map((filter) => `?filter=${filter}`),
    ...['?title=caf%C3%A9', '?title=cafe&verbose=yes', '?tags=php', '?tags[]=php&tags[]=old', '?stub=soon-cafe'],
    ...['?startdate=2026-06-15', '?enddate=2026-01-01', '?startdate=soon', '?filter=all&start=1&resultsperpage=2'],
  ],
  '/v2.1/talks': ['?title=postgresql', '?title=GR%C3%96SSE&verbose=yes', '?title=', '?title=%25'],
  '/v2.1/users': ['?username=speaker', '?username=SPEAKER&verbose=yes', '?keyword=the', '?keyword=owner&verbose=yes'],
  '/v2.1/events/:eventId/talks': ['?verbose=yes&format=html'],
};

/** Every GET of the table, for each of its targets and in each format. */
export function plannedReads(world: World, paths: readonly string[]): Planned[] {
  const known = targets(world);
  const valuesOf = (path: string, name: string): readonly string[] => {
    if (name !== 'commentId') return known[name] ?? [];
    const both = [world.shown, world.hidden];
    const names = path.includes('event_comments')
      ? (['eventComment', 'reportedEventComment'] as const)
      : (['talkComment', 'privateComment', 'reportedTalkComment'] as const);
    return [...both.flatMap((place) => names.map((one) => place[one])), UNKNOWN];
  };
  return paths.flatMap((path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const values = names.map((name) => valuesOf(path, name));
    const filled = Array.from({ length: values[0]?.length ?? 1 }, (_, index) =>
      names.reduce((text, name, at) => text.replace(`:${name}`, values[at]?.[index] ?? UNKNOWN), path),
    );
    return filled.flatMap((target) => [
      get(target, roles),
      get(`${target}?verbose=yes`, roles),
      get(`${target}?format=html`, ['anonymous', 'admin']),
      get(target, FEW, { accept: 'application/problem+json' }),
      ...[...LIST, ...(queries[path] ?? [])].map((query) => get(target + query, FEW)),
    ]);
  });
}

const get = (path: string, viewers: readonly Role[], headers?: RecordedRequest['headers']): Planned => ({
  request: { method: 'GET', path, ...(headers && { headers }) },
  viewers,
});

const PROTOCOL: readonly RecordedRequest[] = [
  { method: 'GET', path: '/v2.1/nothing' },
  { method: 'GET', path: '/v2/events' },
  { method: 'PATCH', path: '/v2.1/events' },
  { method: 'DELETE', path: '/v2.1/events' },
  { method: 'POST', path: '/v2.1/twitter/request_token', body: '{}' },
  { method: 'POST', path: '/v2.1/twitter/token', body: '{}' },
  { method: 'POST', path: '/v2.1/facebook/token', body: '{}' },
  { method: 'POST', path: '/v2.1/events', body: '{' },
  { method: 'POST', path: '/v2.1/events', body: '[1]' },
  {
    method: 'POST',
    path: '/v2.1/events',
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  { method: 'POST', path: '/v2.1/token', body: '{}', headers: { 'content-encoding': 'constructor' } },
  { method: 'HEAD', path: '/v2.1/languages' },
  {
    method: 'OPTIONS',
    path: '/v2.1/events',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  },
  {
    method: 'OPTIONS',
    path: '/graphql',
    headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
  },
  { method: 'GET', path: '/v2.1/languages', headers: { origin: 'https://a.example' } },
  { method: 'GET', path: '/v2.1/languages', headers: { accept: 'text/html' } },
  { method: 'GET', path: '/v2.1/languages', headers: { authorization: 'Bearer wrong' } },
  { method: 'GET', path: '/v2.1/languages', headers: { authorization: 'oauth wrong' } },
  { method: 'GET', path: '/v2.1/openapi.json' },
  { method: 'GET', path: '/graphql?operation=Unknown' },
  { method: 'POST', path: '/graphql', body: '{"query":"{ nothing }"}' },
  { method: 'POST', path: '/graphql', body: '{"query":"{ events(first: 1) { totalCount nodes { id name } } }"}' },
  { method: 'POST', path: '/graphql', body: '{"query":"mutation { logOut { __typename } }"}' },
];
export const plannedProtocol: readonly Planned[] = PROTOCOL.map((request) => ({
  request,
  viewers: ['anonymous', 'admin'],
}));

/** Every write by one role per outcome of its table, to hidden targets too, and each error of its table. */
export function plannedWrites(writes: readonly Write[], world: World): Planned[] {
  const shown = { ...world, ...world.shown };
  const hidden = { ...world, ...world.hidden };
  return writes.flatMap((write) => {
    const verdicts = new Set(Object.values(write.truth));
    return [
      {
        request: writeRequest(write, shown),
        viewers: [...verdicts].flatMap((verdict) => roles.find((role) => write.truth[role] === verdict) ?? []),
      },
      { request: writeRequest(write, hidden), viewers: ['stranger'] as const },
      ...write.wrong
        .filter(({ times = 1, authorization }) => times === 1 && authorization === undefined)
        .map((wrong) => ({
          request: {
            ...writeRequest(write, wrong.about?.(shown) ?? shown, wrong),
            ...(wrong.given && { given: wrong.given(wrong.about?.(shown) ?? shown) }),
          },
          viewers: [wrong.by],
        })),
    ];
  });
}

function writeRequest(write: Write, at: At, asked: Partial<Asked> = {}): RecordedRequest {
  const [method = '', pattern = ''] = write.row.split(' ');
  const ids = [...write.ids(at)];
  const path = pattern.replace(/\{\w+\}/g, () => ids.shift() ?? '');
  const [width, height] = asked.image ?? [200, 200];
  if (!write.hasFile) return { method, path, body: JSON.stringify({ ...write.body?.(at), ...asked.body }) };
  const form = imageForm(pngFile(width, height)).toString('base64');
  return { method, path, headers: { 'content-type': FORM_TYPE }, base64: form };
}
