import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentNode } from 'graphql';
import { storedOperations } from '../../rest-facade/index.js';
import { routes } from '../../rest-facade/nouns/routes.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { createMember } from '../support/sign-in.js';
import { ask, bodyOf, type Answer, type Json } from './ask.js';

/** URL of the equivalent GraphQL operation; undefined without the link. */
function alternateOf({ headers }: Answer): string | undefined {
  return /<([^>]*)>; rel="alternate"; type="application\/json"/.exec(headers.get('link') ?? '')?.[1];
}

/** The IDs of the records of a v2.1 document, from their URLs. */
const wireIds = (document: Json): string[] =>
  Object.values(document)
    .filter((records): records is Json[] => Array.isArray(records))
    .flat()
    .flatMap((record) => /\/(\d+)\/?$/.exec(String(record['uri'] ?? record['comment_uri'] ?? ''))?.[1] ?? []);

/** The IDs of the records of an operation: those of its pages, or of its one record. */
function graphIds(data: Json): string[] {
  const { viewer: _, ...fields } = data;
  const [field] = Object.values(fields) as (Json | null)[];
  if (!field) return [];
  const page = [field, ...Object.values(field)].find((value): value is Json => Array.isArray(Object(value)['nodes']));
  return page ? (page['nodes'] as Json[]).map(({ id }) => String(id)) : [String(field['id'])];
}

describe('the Link to the same data in GraphQL', () => {
  let service: TestService;
  let [token, event] = ['', ''];
  const ids: Record<string, string> = {};
  const rows = routes.filter(({ method, answer, path }) => method === 'GET' && answer && path.startsWith('/v2.1'));

  beforeAll(async () => {
    service = await startService();
    const { pool } = service.database;
    const user = await createMember(pool, 'admin', 'correct horse', { is_admin: true });
    const application = await make.createApplication(pool, { user_id: user, is_first_party: true });
    token = await make.createToken(pool, user, { application_id: application });
    const { rows: tokens } = await pool.query<{ id: string }>('select id from access_tokens');
    event = await make.createEvent(pool, { name: 'Ünïcode & “quotes”', tags: ['a"b', 'ç'] });
    await make.createHost(pool, event, user);
    await make.createAttendee(pool, event, user);
    const talk = await make.createTalk(pool, event);
    const track = await make.createTrack(pool, event);
    await make.putOnTrack(pool, event, talk, track);
    const comment = await make.createTalkComment(pool, event, talk, { user_id: user });
    Object.assign(ids, {
      eventId: event,
      talkId: talk,
      trackId: track,
      userId: user,
      linkId: await make.createLink(pool, event, talk),
      commentId: comment,
      applicationId: application,
      tokenId: String(tokens[0]?.id),
      languageId: '1',
      typeId: '1',
    });
    await make.createEventComment(pool, event, { id: comment, user_id: user });
  });
  afterAll(() => service.stop());

  const addressOf = (path: string) => {
    const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? `no ${name}`);
    return address === '/v2.1/talks' ? `${address}?title=talk` : address;
  };

  it.each(rows.map(({ path }) => path))('GET %s has it, and it returns the same records', async (path) => {
    const answer = await ask(service, addressOf(path), { token });
    expect([answer.status, answer.headers.get('access-control-expose-headers')]).toEqual([
      200,
      expect.stringContaining('Link'),
    ]);
    const alternate = alternateOf(answer) ?? '';
    expect(alternate.startsWith(`${service.base}/graphql?operation=`)).toBe(true);
    const graph = await ask(service, alternate, { token });
    const { data, errors } = bodyOf(graph);
    expect([graph.status, errors]).toEqual([200, undefined]);
    const found = wireIds(bodyOf(answer));
    if (found.length > 0) expect(graphIds(data as Json)).toEqual(found);
  });

  it.each([
    '?filter=all&resultsperpage=0',
    `?tags[]=${encodeURIComponent('a"b')}&tags[]=%C3%A7`,
    '?title=%E2%80%9Cquotes%E2%80%9D&verbose=yes',
    '?startdate=2026-01-01&enddate=2030-01-01&start=0&resultsperpage=1',
    '?title=%FF%22%5C',
    '?title=a%26b%23c%3E%3D&filter=past',
  ])('is present for /v2.1/events%s as well', async (search) => {
    const answer = await ask(service, `/v2.1/events${search}`);
    const graph = await ask(service, alternateOf(answer) ?? '');
    expect([graph.status, bodyOf(graph)['errors']]).toEqual([200, undefined]);
    expect(graphIds(bodyOf(graph)['data'] as Json)).toEqual(wireIds(bodyOf(answer)));
  });

  it('has the service’s own origin, whatever the request target contains', async () => {
    const answer = await ask(service, `/v2.1/events/${event}`, { headers: { 'X-Forwarded-Host': 'evil.example' } });
    expect(alternateOf(answer)).toBe(
      `${service.base}/graphql?operation=EventRecord&variables=%7B%22id%22%3A%22${event}%22%2C%22verbose%22%3Afalse%7D`,
    );
  });

  it('is present for HEAD and JSONP too, and neither for errors nor for writes', async () => {
    const path = `/v2.1/events/${event}`;
    expect(alternateOf(await ask(service, path, { method: 'HEAD' }))).toBeDefined();
    expect(alternateOf(await ask(service, `${path}?callback=f`))).toBeDefined();
    expect(alternateOf(await ask(service, '/v2.1/events/999999'))).toBeUndefined();
    expect(alternateOf(await ask(service, `${path}/attending`, { method: 'POST', token }))).toBeUndefined();
  });

  it('is omitted if it would become very long', async () => {
    const withTags = (length: number) => ask(service, `/v2.1/events?${`tags[]=${'x'.repeat(length)}&`.repeat(40)}`);
    expect(alternateOf(await withTags(20))).toBeDefined();
    const many = await withTags(60);
    expect([many.status, many.headers.get('link')]).toEqual([200, null]);
  });

  it('contains no secret: no query has a variable for one', () => {
    const variablesOf = ({ definitions }: DocumentNode) =>
      definitions.flatMap((definition) =>
        definition.kind === 'OperationDefinition' && definition.operation === 'query'
          ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
          : [],
      );
    expect([...new Set(storedOperations.flatMap(variablesOf))].sort()).toEqual([
      'filter',
      'from',
      'id',
      'keyword',
      'limit',
      'offset',
      'stub',
      'tags',
      'title',
      'until',
      'username',
      'verbose',
    ]);
  });
});
