import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getOperationAST, getVariableValues, parse, type GraphQLSchema } from 'graphql';
import { patternsOfOperations } from '../../rest-facade/index.js';
import { createSchema } from '../../schema/index.js';
import { limits } from '../../schema/limits.js';
import { ask, bodyOf } from '../rest/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { exampleVariables, matching, namedOperation, operationGroups, v2Address } from './playground-parts.js';

let service: TestService;
let schema: GraphQLSchema;
let documents: Record<string, string>;
let token: string;
let records: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  schema = await createSchema();
  service = await startService();
  const { pool } = service.database;
  const user = await createMember(pool, 'admin', 'correct horse', { is_admin: true });
  const application = await make.createApplication(pool, { user_id: user, is_first_party: true });
  token = await make.createToken(pool, user, { application_id: application });
  const { rows: tokens } = await pool.query<{ id: string }>('select id from access_tokens');
  const event = await make.createEvent(pool, { stub: 'a-stub' });
  const talk = await make.createTalk(pool, event, { title: 'A talk about doors' });
  const track = await make.createTrack(pool, event);
  const { rows: talks } = await pool.query<{ stub: string }>('select stub from talks');
  const { rows: events } = await pool.query<{ slug: string }>('select slug from events');
  records = {
    events: { id: event, slug: events[0]?.slug, stub: 'a-stub', startDate: '2026-05-04T09:00:00Z' },
    talks: { id: talk, title: 'A talk about doors', stub: talks[0]?.stub },
    tracks: { id: track },
    users: { id: user, username: 'admin' },
    speakers: { name: 'Somebody' },
    links: { id: await make.createLink(pool, event, talk) },
    event_comments: { id: await make.createEventComment(pool, event) },
    talk_comments: { id: await make.createTalkComment(pool, event, talk) },
    languages: { id: '1' },
    talk_types: { id: '1' },
    applications: { id: application },
    token: { id: tokens[0]?.id },
  };
  documents = bodyOf(await ask(service, '/graphql/operations')) as Record<string, string>;
});
afterAll(() => service.stop());

const post = async (query: string, variables: object) =>
  bodyOf(await ask(service, '/graphql', { method: 'POST', token, body: { query, variables } }));

const patterns = Object.entries(patternsOfOperations).flatMap(([name, list]) =>
  list.map((pattern) => [pattern, name] as const),
);
const examplesOf = (name: string, pattern: string) =>
  exampleVariables(schema, documents[name] ?? '', pattern, { records, demo: null });

/** Without secrets, which need an application. */
const shortOf = (variables: object) => ('verbose' in variables ? { ...variables, verbose: false } : variables);

describe('The example variables of an operation in the playground', () => {
  it.each(patterns)('fit that of %s, %s', (pattern, name) => {
    const definition = getOperationAST(parse(documents[name] ?? ''));
    const given = examplesOf(name, pattern);
    // The user selects a file.
    const withFile = name === 'SetEventImage' ? { input: { ...Object(given['input']), image: 'later' } } : given;
    const { errors = [] } = getVariableValues(schema, definition?.variableDefinitions ?? [], withFile);
    expect(errors.map(({ message }) => message).filter((message) => !message.includes('Upload'))).toEqual([]);
    expect(JSON.stringify(given)).not.toContain('undefined');
  });

  it('find records: every query runs as it opens', async () => {
    const reads = patterns.filter(([, name]) => documents[name]?.startsWith('query'));
    expect(reads.length).toBeGreaterThan(30);
    for (const [pattern, name] of reads) {
      const { data, errors } = await post(documents[name] ?? '', shortOf(examplesOf(name, pattern)));
      const { viewer: _, ...answered } = Object(data) as Record<string, unknown>;
      expect([name, errors, Object.values(answered).includes(null)]).toEqual([name, undefined, false]);
    }
  });

  it('are empty without such a record, and without a schema', () => {
    const nothing = { records: {}, demo: null };
    expect(exampleVariables(schema, documents['TalkRecord'] ?? '', 'GET /v2.1/talks/:talkId', nothing)).toEqual({
      id: '…',
      verbose: true,
    });
    expect(exampleVariables(null, documents['StarTalk'] ?? '', 'POST /v2.1/talks/:talkId/starred', nothing)).toEqual({
      input: null,
    });
  });

  it('work for a write: a comment', async () => {
    const pattern = 'POST /v2.1/talks/:talkId/comments';
    expect(examplesOf('CommentOnTalk', pattern)).toEqual({
      input: { rating: 5, talkId: records['talks']?.['id'], text: 'I would like to hear this again.' },
    });
    expect(await post(documents['CommentOnTalk'] ?? '', examplesOf('CommentOnTalk', pattern))).toMatchObject({
      data: { commentOnTalk: { talkComment: { id: expect.any(String) } } },
    });
  });
});

describe('The link from the playground to v2.1', () => {
  const alternateOf = async (path: string) => {
    const { headers } = await ask(service, path, { token });
    return new URL(/<([^>]*)>; rel="alternate"; type="application\/json"/.exec(headers.get('link') ?? '')?.[1] ?? '');
  };
  const paths = [
    '/v2.1/events',
    '/v2.1/events?filter=cfp&verbose=yes&start=1&resultsperpage=5',
    '/v2.1/events?filter=all',
    '/v2.1/events?filter=all&start=0',
    '/v2.1/events?title=a%26b&tags[]=x&tags[]=%C3%A7&startdate=2026-01-01&enddate=2027-01-01&stub=s',
    '/v2.1/users?keyword=ad',
    '/v2.1/users?username=admin',
    '/v2.1/talks?title=doors',
    '/v2.1/languages/1',
  ];

  it.each(paths)('leads from the operation of %s to a URL with the same operation', async (path) => {
    const { searchParams } = await alternateOf(path);
    const name = searchParams.get('operation') ?? '';
    const [pattern = ''] = patternsOfOperations[name] ?? [];
    const back = v2Address(
      pattern,
      JSON.parse(searchParams.get('variables') ?? '') as object as Record<string, unknown>,
    );
    expect([back.method, back.isWhole]).toEqual(['GET', true]);
    expect((await alternateOf(back.path)).href).toBe((await alternateOf(path)).href);
  });

  it('has a path for every operation with its example variables', () => {
    const open = patterns
      .map(([pattern, name]) => v2Address(pattern, examplesOf(name, pattern)))
      .filter(({ isWhole }) => !isWhole)
      .map(({ path }) => path.replace(/\/\d+/, '/1'));
    // GraphQL returns the links of a talk, but not a single link.
    expect(open).toEqual(['/v2.1/talks/1/links/:linkId']);
  });
});

describe('A URL that opens the playground', () => {
  const opened = (variables: string, operation = 'EventCollection') =>
    namedOperation(`?operation=${operation}&variables=${encodeURIComponent(variables)}`, {
      documents,
      pageSize: limits.pageSize,
    });

  it('opens the named operation', () => {
    expect(opened('{"limit":20,"verbose":false}')).toEqual({
      initialQuery: documents['EventCollection'],
      initialVariables: '{\n  "limit": 20,\n  "verbose": false\n}',
    });
    expect(namedOperation('?x=1', { documents, pageSize: 1 })).toEqual({});
    expect(opened('{}', 'constructor').initialQuery).toContain('No stored operation is called "constructor"');
    expect(opened('{"limit":').initialVariables).toBe('{"limit":');
  });

  it('reduces the page size to the limit, reports it, and is valid', async () => {
    const { headers } = await ask(service, '/v2.1/events?resultsperpage=0&verbose=yes');
    const link = new URL(/<([^>]*)>; rel="alternate"/.exec(headers.get('link') ?? '')?.[1] ?? '');
    const { initialQuery = '', initialVariables = '' } = namedOperation(link.search, {
      documents,
      pageSize: limits.pageSize,
    });
    const variables = JSON.parse(initialVariables) as object;
    expect(initialQuery.split('\n')[0]).toBe('# The address asks for 10000 records at once; here, 100 is the most.');
    expect(variables).toMatchObject({ limit: 100, verbose: true });
    expect((await post(initialQuery, variables))['errors']).toBeUndefined();
  });
});

describe('The list of operations', () => {
  it('has each under its collection, and finds it by its words', () => {
    const groups = operationGroups(patternsOfOperations);
    expect(groups.map(([group]) => group).slice(0, 3)).toEqual(['/', '/v2.1/events', '/v2.1/talks']);
    expect(groups.flatMap(([, list]) => list).length).toBe(patterns.length);
    expect(matching(groups, ' TALK post comments').map(([, list]) => list.map(({ name }) => name))).toEqual([
      ['CommentOnTalk'],
      ['ReportTalkComment'],
    ]);
    expect(matching(groups, 'nothing of the kind')).toEqual([]);
  });
});
