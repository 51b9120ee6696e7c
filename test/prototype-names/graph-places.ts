import { JSON_TYPE, type NamedRequest, type Place } from './names.js';

/** As text: only JSON.parse makes an own member `__proto__`. */
function post(query: string, variables = '{}', further = ''): NamedRequest {
  const body = `{"query":${JSON.stringify(query)},"variables":${variables}${further}}`;
  return { path: '/graphql', method: 'POST', headers: [JSON_TYPE], body, signedIn: true };
}
const text = (value: string): string => JSON.stringify(value);

/** Documents with the name in each place where the grammar allows one. */
const documents: readonly (readonly [title: string, document: (name: string) => string])[] = [
  ['an operation', (name) => `query ${name} { talkTypes { id } }`],
  ['a field', (name) => `{ ${name} }`],
  ['a nested field', (name) => `{ talkTypes { ${name} } }`],
  ['an alias', (name) => `{ ${name}: talkTypes { ${name}: id } }`],
  ['an alias of a record', (name) => `{ events(first: 1) { nodes { ${name}: name } } }`],
  ['an alias of a connection', (name) => `{ ${name}: events(first: 1) { ${name}: nodes { ${name}: id } } }`],
  ['an alias of introspection', (name) => `{ ${name}: __schema { ${name}: queryType { ${name}: name } } }`],
  ['an alias of a type name', (name) => `{ ${name}: __typename }`],
  ['a fragment', (name) => `{ talkTypes { ...${name} } } fragment ${name} on TalkTypeEntry { id }`],
  ['an unknown fragment', (name) => `{ talkTypes { ...${name} } }`],
  [
    'a fragment within itself',
    (name) => `{ talkTypes { ...${name} } } fragment ${name} on TalkTypeEntry { ...${name} }`,
  ],
  ['a type condition', (name) => `{ talkTypes { ... on ${name} { id } } }`],
  ['an argument', (name) => `{ events(${name}: 1) { totalCount } }`],
  ['an enumeration', (name) => `{ events(filter: ${name}) { totalCount } }`],
  ['an input member', (name) => `mutation { logIn(input: { ${name}: 1 }) { accessToken } }`],
  ['a directive', (name) => `{ talkTypes @${name} { id @${name}(${name}: ${name}) } }`],
  ['the type of a variable', (name) => `query ($x: ${name}) { talkTypes { id } }`],
  ['an unused variable', (name) => `query ($${name}: Int) { talkTypes { id } }`],
  ['an absent variable', (name) => `query ($${name}: Boolean!) { talkTypes @include(if: $${name}) { id } }`],
  ['an undeclared variable', (name) => `{ events(first: $${name}) { totalCount } }`],
  [
    'a condition without a value',
    (name) =>
      `query ($${name}: Boolean = false) { talkTypes { id @skip(if: $${name}) description @include(if: $${name}) } }`,
  ],
  ['an optional argument', (name) => `query ($${name}: Int) { events(first: 1, offset: $${name}) { nodes { id } } }`],
  ['a type', (name) => `{ __type(name: "${name}") { name } }`],
  ['an address', (name) => `{ resource(uri: "${name}") { __typename } }`],
  ['a cursor', (name) => `{ events(first: 1, after: "${name}") { totalCount } }`],
  ['an ID', (name) => `{ event(id: "${name}") { id } }`],
];

const variables: readonly Place[] = [
  [
    'a declared variable',
    (name) => post(`query ($${name}: Int) { events(first: $${name}) { nodes { id } } }`, `{"${name}":1}`),
  ],
  ['an undeclared value', (name) => post('{ talkTypes { id } }', `{"${name}":{"${name}":1}}`)],
  ['the value of an ID', (name) => post('query ($id: ID!) { event(id: $id) { id } }', `{"id":${text(name)}}`)],
  [
    'the value of an enumeration',
    (name) => post('query ($f: EventFilter) { events(filter: $f) { totalCount } }', `{"f":${text(name)}}`),
  ],
  [
    'a member of an input object',
    (name) => post('mutation ($i: LogInInput!) { logIn(input: $i) { accessToken } }', `{"i":{"${name}":1}}`),
  ],
  [
    'the text of a search',
    (name) => post('query ($t: String) { talks(title: $t, first: 1) { nodes { id } } }', `{"t":${text(name)}}`),
  ],
];

const protocol: readonly Place[] = [
  ['operationName', (name) => post('query a { talkTypes { id } }', '{}', `,"operationName":${text(name)}`)],
  ['a member of the request', (name) => post('{ talkTypes { id } }', '{}', `,"${name}":{"${name}":1}`)],
  ['an extension', (name) => post('{ talkTypes { id } }', '{}', `,"extensions":{"${name}":{"${name}":1}}`)],
  [
    'a persisted query',
    (name) => post('', '{}', `,"extensions":{"persistedQuery":{"version":1,"sha256Hash":"${name}"}}`),
  ],
  ['GET, a stored operation', (name) => ({ path: `/graphql?operation=${name}` })],
  [
    'GET, variables of a stored operation',
    (name) => ({ path: `/graphql?operation=TalkTypes&variables=${encodeURIComponent(`{"${name}":1}`)}` }),
  ],
  ['GET, variables that are not JSON', (name) => ({ path: `/graphql?operation=TalkTypes&variables=${name}` })],
  ['GET, a parameter', (name) => ({ path: `/graphql?${name}=1&${name}[${name}]=1` })],
  ['GET, query', (name) => ({ path: `/graphql?query=${name}` })],
  ['GET, extensions', (name) => ({ path: `/graphql?extensions=${encodeURIComponent(`{"${name}":1}`)}` })],
  ['Accept', (name) => ({ ...post('{ talkTypes { id } }'), headers: [JSON_TYPE, ['Accept', `application/${name}`]] })],
  ['Content-Type', (name) => ({ ...post('{ talkTypes { id } }'), headers: [['Content-Type', `application/${name}`]] })],
  [
    'apollo-require-preflight',
    (name) => ({ ...post('{ talkTypes { id } }'), headers: [JSON_TYPE, ['Apollo-Require-Preflight', name]] }),
  ],
];

const UPLOAD = 'mutation ($image: Upload!) { uploadEventImage(input: { id: "1", image: $image }) { images { url } } }';

function upload(operations: string, map: string, field: string): NamedRequest {
  const body = new FormData();
  body.set('operations', operations);
  body.set('map', map);
  body.set(field, new Blob(['x']), 'x.png');
  return { path: '/graphql', method: 'POST', headers: [['Apollo-Require-Preflight', '1']], body, signedIn: true };
}
const operation = (members = ''): string => `{"query":${text(UPLOAD)},"variables":{"image":null}${members}}`;

const uploads: readonly Place[] = [
  ['the key of a file', (name) => upload(operation(), `{"${name}":["variables.image"]}`, name)],
  ['the path of a file', (name) => upload(operation(), `{"0":["${name}"]}`, '0')],
  ['the path of a file below variables', (name) => upload(operation(), `{"0":["variables.${name}.${name}"]}`, '0')],
  [
    'the path to a prototype',
    (name) => upload(operation(), `{"0":["${name}.prototype.polluted","variables.image"]}`, '0'),
  ],
  ['a member of the operations', (name) => upload(operation(`,"${name}":1`), '{"0":["variables.image"]}', '0')],
  ['a field of the form', (name) => upload(operation(), '{"0":["variables.image"]}', name)],
];

export const graphPlaces: readonly Place[] = [
  ...documents.map(([title, document]): Place => [title, (name) => post(document(name))]),
  ...variables,
  ...protocol,
  ...uploads,
];
