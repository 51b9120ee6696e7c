import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './client/paths.generated.js';
import { PASSWORD, startShowcase, type Showcase } from './showcase.js';
import { client as application, EVENT, TALK } from './tourist.js';

let service: Showcase;
/** HTML and JSONP are other formats of the same data. */
type JsonClient = Client<paths, 'application/json'>;
let client: JsonClient;
beforeAll(async () => {
  service = await startShowcase();
  client = createClient<paths, 'application/json'>({ baseUrl: service.base });
}, 240_000);
afterAll(() => service.stop());

const eventId = Number(EVENT.eventId);
const talkId = Number(TALK.talkId);

/** An authenticated client, typed by the document only. */
async function loggedIn(username: string): Promise<JsonClient> {
  const { data } = await client.POST('/v2.1/token', {
    body: { grant_type: 'password', username, password: PASSWORD, ...application },
  });
  return createClient<paths, 'application/json'>({
    baseUrl: service.base,
    headers: { Authorization: `Bearer ${data?.access_token}` },
  });
}

describe('a TypeScript client that openapi-typescript generates from the document', () => {
  it('reads typed lists and records', async () => {
    const { data: list } = await client.GET('/v2.1/events', {
      params: { query: { filter: 'upcoming', resultsperpage: 2 } },
    });
    expect(list?.events.map(({ name }) => typeof name)).toEqual(['string', 'string']);
    expect(list?.meta.count).toBe(2);
    const { data } = await client.GET('/v2.1/events/{eventId}', { params: { path: { eventId } } });
    expect(data?.events[0]?.uri).toBe(`${service.base}/v2.1/events/${eventId}`);
    expect(data?.events[0]?.latitude).toBeUndefined();
  });

  it('logs in and comments, and finds its comment at Location', async () => {
    const attendee = await loggedIn('attendee');
    const { response } = await attendee.POST('/v2.1/talks/{talkId}/comments', {
      params: { path: { talkId } },
      body: { comment: 'Typed from end to end.', rating: 4 },
    });
    expect(response.status).toBe(201);
    const commentId = Number(response.headers.get('location')?.split('/').at(-1));
    const { data } = await attendee.GET('/v2.1/talk_comments/{commentId}', {
      params: { path: { commentId }, query: { verbose: 'yes' } },
    });
    expect(data?.comments.map(({ comment, username }) => [comment, username])).toEqual([
      ['Typed from end to end.', 'attendee'],
    ]);
  });

  it('receives typed errors', async () => {
    const { data, error, response } = await client.GET('/v2.1/events/{eventId}', {
      params: { path: { eventId: 4_000 } },
    });
    expect([data, error, response.status]).toEqual([undefined, ['Event not found'], 404]);
  });
});
