import { routes } from '../../rest-facade/nouns/routes.js';
import { JSON_TYPE, type NamedRequest, type Place } from './names.js';

const FORM_TYPE = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

const headers = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Cache-Control', 'Cookie', 'Forwarded'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'Origin', 'Prefer', 'Range', 'traceparent', 'tracestate'],
  ...['User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-HTTP-Method-Override'],
  ...['X-Request-Id', 'Access-Control-Request-Method', 'Access-Control-Request-Headers', 'Content-Encoding'],
];

const inHeaders: readonly Place[] = headers.flatMap((header): Place[] => [
  [`GET, ${header}`, (name) => ({ path: '/v2.1/events?resultsperpage=1', headers: [[header, name]] })],
  [`OPTIONS, ${header}`, (name) => ({ path: '/v2.1/events', method: 'OPTIONS', headers: [[header, name]] })],
]);

const withParameters: readonly Place[] = [
  ['Accept with parameters', 'Accept', (name: string) => `${name}/${name};q=0.5;${name}=1, text/${name}`],
  ['Accept-Encoding with weights', 'Accept-Encoding', (name: string) => `${name};q=1, gzip;q=${name}, x-${name}`],
  ['Bearer', 'Authorization', (name: string) => `Bearer ${name}`],
  ['OAuth', 'Authorization', (name: string) => `OAuth ${name}`],
  ['an unknown scheme', 'Authorization', (name: string) => `${name} ${name}`],
  ['an entity tag', 'If-None-Match', (name: string) => `W/"${name}", "${name}"`],
].map(([title, header, value]) => [
  String(title),
  (name) => ({ path: '/v2.1/events?resultsperpage=1', headers: [[String(header), (value as typeof String)(name)]] }),
]);

const parameters: Readonly<Record<string, readonly string[]>> = {
  '/v2.1/events': [
    ...['filter', 'title', 'stub', 'tags[]', 'tags', 'startdate', 'enddate', 'start', 'resultsperpage', 'verbose'],
    ...['format', 'callback', 'order', 'include', 'access_token', 'oauth_access_token'],
  ],
  '/v2.1/talks': ['title'],
  '/v2.1/users': ['keyword', 'username'],
};

const inQuery: readonly Place[] = Object.entries(parameters).flatMap(([path, known]) => [
  ...known.map((parameter): Place => [
    `GET ${path}?${parameter}=`,
    (name) => ({ path: `${path}?resultsperpage=1&${parameter}=${name}`, signedIn: true }),
  ]),
  [`the name of a parameter of ${path}`, (name) => ({ path: `${path}?${name}=1&${name}[${name}]=1&tags[${name}]=x` })],
]);

/** Every route with a parameter, with the name as its value. */
const inPaths: readonly Place[] = routes
  .filter(({ path }) => path.includes(':'))
  .map(({ method, path }) => [
    `${method} ${path}`,
    (name) => ({ path: path.replaceAll(/:\w+/g, name), method, signedIn: true, ...bodyOf(method, '{}') }),
  ]);

const bodyOf = (method: string, body: string): Partial<NamedRequest> =>
  method === 'POST' || method === 'PUT' ? { headers: [JSON_TYPE], body } : {};

const unknownPaths: readonly Place[] = [
  ...[
    '',
    '/v2.1',
    '/v2',
    '/v2.1/events/1',
    '/images',
    '/docs',
    '/graphql',
    '/graphql/assets',
    '/graphql/operations',
    '/graphql/documents.json',
  ],
  ...['/v2.1/twitter', '/v2.1/emails', '/account', '/assets'],
].map((prefix) => [`GET ${prefix}/…`, (name) => ({ path: `${prefix}/${name}` })]);

const methods: readonly Place[] = [
  ['the method override', (name) => ({ path: `/v2.1/events?_method=${name}`, method: 'POST', signedIn: true })],
];

/** Writes with enumerated values, each with the members whose values are looked up. */
const writes: readonly (readonly [method: string, path: string, ...members: string[]])[] = [
  ['POST', '/v2.1/token', 'grant_type', 'username', 'password', 'client_id', 'client_secret', 'scope'],
  ['POST', '/v2.1/users', 'username', 'email', 'password', 'full_name', 'twitter_username'],
  ['POST', '/v2.1/events', 'start_date', 'end_date', 'tz_continent', 'tz_place', 'href', 'latitude', 'tags'],
  ['POST', '/v2.1/events/1/talks', 'type', 'language', 'start_date', 'duration', 'speakers', 'slides_link'],
  ['POST', '/v2.1/events/1/hosts', 'host_name'],
  ['POST', '/v2.1/events/1/comments', 'rating', 'comment'],
  ['POST', '/v2.1/talks/1/comments', 'rating', 'private'],
  ['POST', '/v2.1/talks/1/links', 'display_name', 'url'],
  ['POST', '/v2.1/talks/1/speakers', 'display_name', 'username'],
  ['POST', '/v2.1/talks/1/tracks', 'track_uri'],
  ['PUT', '/v2.1/talk_comments/1/reported', 'decision'],
  ['PUT', '/v2.1/event_comments/1/reported', 'decision'],
  ['POST', '/v2.1/users/1/trusted', 'trusted'],
  ['POST', '/v2.1/users/verifications', 'token'],
  ['POST', '/v2.1/users/passwords', 'token', 'password'],
  ['POST', '/v2.1/emails/verifications', 'email'],
  ['POST', '/v2.1/emails/reminders/password', 'username'],
  ['POST', '/v2.1/contact', 'client_id', 'client_secret'],
  ['POST', '/v2.1/applications', 'callback_url'],
];

/** As text: only JSON.parse makes an own member `__proto__`. */
const json = (...members: (readonly [name: string, value: string])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;

const inBodies: readonly Place[] = writes.flatMap(([method, path, ...members]): Place[] => {
  const to = (body: string): NamedRequest => ({
    ...{ path, method, body },
    headers: [JSON_TYPE],
    signedIn: !path.startsWith('/v2.1/token'),
  });
  return [
    ...members.map((member): Place => [
      `${method} ${path} ${member}`,
      (name) => to(json([member, JSON.stringify(name)])),
    ]),
    [`${method} ${path} unknown member`, (name) => to(json([name, json([name, '1'])]))],
  ];
});

const post = (path: string, header: readonly [string, string], body = '{}'): NamedRequest => ({
  ...{ path, method: 'POST', body },
  headers: [header],
  signedIn: true,
});

/** Parts that all writes share. */
const bodies: readonly Place[] = ['/v2.1/token', '/v2.1/events'].flatMap((path): Place[] => [
  [`POST ${path} form`, (name) => post(path, FORM_TYPE, `${name}=1&${name}[${name}]=1`)],
  [`POST ${path} format`, (name) => post(path, JSON_TYPE, json(['format', JSON.stringify(name)]))],
  [`POST ${path} Idempotency-Key`, (name) => post(path, ['Idempotency-Key', name])],
  [`POST ${path} Content-Type`, (name) => post(path, ['Content-Type', `application/${name}; charset=${name}`])],
  [`POST ${path} charset`, (name) => post(path, ['Content-Type', `application/json; charset=${name}`])],
]);

const names: readonly Place[] = [
  ['the name of a header', (name) => ({ path: '/v2.1/events?resultsperpage=1', headers: [[name, '1']] })],
];

export const restPlaces: readonly Place[] = [
  ...inHeaders,
  ...withParameters,
  ...names,
  ...inQuery,
  ...inPaths,
  ...unknownPaths,
  ...methods,
  ...inBodies,
  ...bodies,
];
