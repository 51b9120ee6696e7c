/** The attack, the body of its POST, and the expected error: status, code and reason. */
export type Hostile = readonly [name: string, body: () => string, refusal: readonly [number, string, string]];

const UNREADABLE = [400, 'INVALID', 'DOCUMENT_UNREADABLE'] as const;
const INVALID = [400, 'INVALID', 'DOCUMENT_INVALID'] as const;
const VARIABLES = [400, 'INVALID', 'VARIABLES_INVALID'] as const;
const REQUEST = [400, 'INVALID', 'REQUEST_INVALID'] as const;
const TOO_DEEP = [400, 'TOO_LARGE', 'TOO_DEEP'] as const;
const TOO_COSTLY = [400, 'TOO_LARGE', 'TOO_COSTLY'] as const;
const TOO_LARGE = [413, 'TOO_LARGE', 'BODY_TOO_LARGE'] as const;

const MEGABYTE = 1_000_000;
/** Length of a text or a name, within the maximum size of a document. */
const LONGEST = 99_900;
/** Number of line terminators in the longest document. */
const MOST_LINES = 10_000;

const many = (count: number, part: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => part(n)).join(' ');
const document = (query: string, variables?: object) => () => JSON.stringify({ query, variables });
/** Deeply nested lists, as text: recursive serialization of such a value overflows the stack. */
const deepList = '['.repeat(100_000) + ']'.repeat(100_000);
const deepObject = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
const withVariables = (query: string, variables: string) => () =>
  `{"query":${JSON.stringify(query)},"variables":${variables}}`;

const tags = 'query ($tags: [String!]) { events(tags: $tags) { offset } }';
const costly = 'events(first: 100) { nodes { talks(first: 100) { nodes { id } } } }';
const fragment = (n: number, selections: string, type = 'Query') => `fragment F${n} on ${type} { ${selections} }`;
const spreads = (from: number, to: number) => many(to - from, (n) => `...F${from + n}`);

export const hostile: readonly Hostile[] = [
  ['ten thousand aliases', document(`{ ${many(10_000, (n) => `a${n}: __typename`)} }`), UNREADABLE],
  ['2 002 levels', document(`${'{ a '.repeat(2_002)}${'}'.repeat(2_002)}`), UNREADABLE],
  [
    'as many levels as fit',
    document(`{ event(id: 1) ${'{ talks { nodes { event '.repeat(100)}{ id }${' } } }'.repeat(100)} }`),
    TOO_DEEP,
  ],
  ['ten thousand directives', document(`{ __typename ${'@a '.repeat(10_000)} }`), UNREADABLE],
  ['as many directives as fit', document(`{ __typename ${'@a '.repeat(498)} }`), INVALID],
  ['directives of the schema over and over', document(`{ __typename ${'@skip(if: false) '.repeat(140)} }`), INVALID],
  [
    'fragments that unfold threefold',
    document(
      `{ ...F0 } ${many(30, (n) => fragment(n, `...F${n + 1} ...F${n + 1} ...F${n + 1}`))} ${fragment(30, 'viewer { id }')}`,
    ),
    TOO_COSTLY,
  ],
  [
    'fragments that hold all behind them',
    document(`{ ...F0 } ${many(23, (n) => fragment(n, spreads(n + 1, 24)))} ${fragment(23, 'viewer { id }')}`),
    TOO_COSTLY,
  ],
  ['a circle of fragments', document(`{ ...F0 } ${many(115, (n) => fragment(n, `...F${(n + 1) % 115}`))}`), INVALID],
  [
    'fragments that all hold each other',
    document(`{ ...F0 } ${many(17, (n) => fragment(n, spreads(0, 17)))}`),
    INVALID,
  ],
  ['the same field a thousand times', document(`{ ${'__typename '.repeat(998)}}`), INVALID],
  [
    'fields that would overlap',
    document(`{ ${many(70, (n) => `e: event(id: 1) { n: ${n % 2 ? 'name' : 'id'} }`)} }`),
    INVALID,
  ],
  [
    'fragments whose fields would overlap',
    document(
      `{ event(id: 1) { ${spreads(0, 80)} } } ${many(80, (n) => fragment(n, `n: ${n % 2 ? 'name' : 'id'}`, 'Event'))}`,
    ),
    INVALID,
  ],
  ['hundreds of variables', document(`query (${many(240, (n) => `$v${n}: Int`)}) { __typename }`), INVALID],
  [
    'nine thousand values in one variable',
    document(tags, { tags: Array.from({ length: 9_000 }, () => 'a') }),
    VARIABLES,
  ],
  [
    'a hundred thousand values in one variable',
    document(tags, { tags: Array.from({ length: 100_000 }, () => 'a') }),
    REQUEST,
  ],
  ['ninety lists in lists', withVariables(tags, `{"tags":${'['.repeat(90)}${']'.repeat(90)}}`), VARIABLES],
  ['a hundred thousand lists in lists', withVariables(tags, `{"tags":${deepList}}`), REQUEST],
  ['a hundred thousand objects in objects', withVariables(tags, `{"tags":${deepObject}}`), REQUEST],
  ['unused variables', withVariables('{ __typename }', `{"a":${deepList}}`), REQUEST],
  ['unused extensions', () => `{"query":"{ __typename }","extensions":{"a":${deepList}}}`, REQUEST],
  [
    'tens of thousands of unused variables',
    document('{ __typename }', Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`v${n}`, n]))),
    REQUEST,
  ],
  ['a megabyte of lists in lists', () => '['.repeat(MEGABYTE / 2) + ']'.repeat(MEGABYTE / 2), REQUEST],
  ['a megabyte of lists that never close', () => '['.repeat(MEGABYTE), REQUEST],
  [
    'a value of a megabyte that does not fit',
    document('query ($n: Int) { events(first: $n) { offset } }', { n: 'a'.repeat(MEGABYTE) }),
    VARIABLES,
  ],
  [
    'a value of a megabyte for an enum',
    document('query ($f: EventFilter) { events(filter: $f) { offset } }', { f: 'U'.repeat(MEGABYTE) }),
    VARIABLES,
  ],
  ['variables that are lists in lists', withVariables(tags, deepList), REQUEST],
  ['cost in a literal', document(`{ ${costly} }`), TOO_COSTLY],
  ['cost in a variable', document(`query ($n: Int!) { ${costly.replaceAll('100', '$n')} }`, { n: 100 }), TOO_COSTLY],
  ['cost in a default', document(`query ($n: Int! = 100) { ${costly.replaceAll('100', '$n')} }`), TOO_COSTLY],
  [
    'cost in the operation that is named',
    () => JSON.stringify({ query: `query A { __typename } query B { ${costly} }`, operationName: 'B' }),
    TOO_COSTLY,
  ],
  ['many operations and no name', document(many(150, (n) => `query Q${n} { __typename }`)), INVALID],
  ['a batch', () => JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: '{ __typename }' }))), REQUEST],
  ['a body of lists in lists', () => deepList, REQUEST],
  ['a query of lists in lists', () => `{"query":${deepList}}`, REQUEST],
  ['a name of lists in lists', () => `{"query":"{ __typename }","operationName":${deepList}}`, REQUEST],
  ['a field with a name of a megabyte', document(`{ ${'a'.repeat(MEGABYTE)} }`), UNREADABLE],
  ['a field with the longest name that fits', document(`{ ${'a'.repeat(LONGEST)} }`), INVALID],
  [
    'a text of a megabyte for a number',
    document(`{ events(first: "${'a'.repeat(MEGABYTE)}") { offset } }`),
    UNREADABLE,
  ],
  [
    'the longest text that fits for a number',
    document(`{ events(first: "${'a'.repeat(LONGEST)}") { offset } }`),
    INVALID,
  ],
  [
    'a block string of a megabyte for a number',
    document(`{ events(first: """${'\n'.repeat(MEGABYTE / 2)}""") { offset } }`),
    UNREADABLE,
  ],
  [
    'the longest block string that fits for a number',
    document(`{ events(first: """${'x'.repeat(LONGEST)}""") { offset } }`),
    INVALID,
  ],
  [
    'a block string of more lines than fit',
    document(`{ events(first: """${'\n'.repeat(MOST_LINES + 1)}""") { offset } }`),
    UNREADABLE,
  ],
  [
    'a block string of more carriage returns than fit',
    document(`{ events(first: """${'\r'.repeat(MOST_LINES + 1)}""") { offset } }`),
    UNREADABLE,
  ],
  [
    'a block string of as many lines as fit',
    document(`{ events(first: """${'\n'.repeat(MOST_LINES)}""") { offset } }`),
    INVALID,
  ],
  [
    'hundreds of unknown fields, a thousand lines apart',
    document(`{ ${many(400, (n) => `a${n}${'\n'.repeat(1_000)}`)} }`),
    UNREADABLE,
  ],
  [
    'hundreds of unknown fields, as many lines apart as fit',
    document(`{ ${many(400, (n) => `a${n}${'\n'.repeat(25)}`)} }`),
    INVALID,
  ],
  ['hundreds of unknown fields', document(`{ ${many(980, (n) => `abc${n}`)} }`), INVALID],
  ['hundreds of unknown fragments', document(`{ ${spreads(0, 490)} }`), UNREADABLE],
  ['as many unknown fragments as fit', document(`{ ${spreads(0, 300)} }`), INVALID],
  ['hundreds of unknown types', document(`query (${many(240, (n) => `$v${n}: Evnt${n}`)}) { __typename }`), INVALID],
  [
    'equal fields that hold equal fields',
    document(`{ ${many(12, () => `event(id: 1) { ${'id '.repeat(70)} }`)} }`),
    INVALID,
  ],
  ['fields of one name with many arguments', document(`{ ${many(90, (n) => `event(id: ${n}) { id }`)} }`), INVALID],
  [
    'lists in lists in the document',
    document(`{ events(tags: ${'['.repeat(490)}${']'.repeat(490)}) { offset } }`),
    INVALID,
  ],
  ['types in types', document(`query ($a: ${'['.repeat(480)}Int${']'.repeat(480)}) { __typename }`), INVALID],
  [
    'recursive introspection',
    document(`{ __schema { ${'types { fields { type { '.repeat(3)} name ${' } } }'.repeat(3)} } }`),
    INVALID,
  ],
  ['a megabyte of brackets', document('{'.repeat(MEGABYTE)), UNREADABLE],
  ['more than a megabyte', document(`{ __typename } #${' '.repeat(1_048_576)}`), TOO_LARGE],
  ['ten megabytes', document(`{ __typename } #${' '.repeat(10 * MEGABYTE)}`), TOO_LARGE],
];
