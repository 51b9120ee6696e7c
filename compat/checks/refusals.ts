import { compared, status, type Check, type Sighting } from '../check.js';
import type { Exchange } from '../client.js';

/** An unused ID within the range of PHP integers. */
const NONE = '2000000000';

type Row = readonly [sections: string, path: string, status: number, sentence: string];

/** Errors and their messages: contract §1.1, §3; decisions no. 6. */
const table: readonly Row[] = [
  ['1.1', '/v2.1/nothing-of-this-name', 404, 'Endpoint not found'],
  ['1.1', '/v1/events', 404, 'API version must be specified'],
  ['1.1', '/events', 404, 'API version must be specified'],
  ['1.1', '/v2/events', 400, 'This API version is no longer supported. Please use v2.1'],
  ['1.1', '/v2.1/events/x', 404, 'Event not found'],
  ['3.2', `/v2.1/events/${NONE}`, 404, 'Event not found'],
  ['3.2', `/v2.1/events/${NONE}/talks`, 404, 'Event not found'],
  ['3.2', `/v2.1/events/${NONE}/tracks`, 404, 'Event not found'],
  ['3.2', `/v2.1/events/${NONE}/comments`, 404, 'Event not found'],
  ['3.2', `/v2.1/events/${NONE}/attendees`, 404, 'Event not found'],
  ['3.2', `/v2.1/events/${NONE}/hosts`, 404, 'Event not found'],
  ['3.3', `/v2.1/tracks/${NONE}`, 404, 'Track not found'],
  ['3.4', `/v2.1/talks/${NONE}`, 404, 'Talk not found'],
  ['3.4', `/v2.1/talks/${NONE}/comments`, 404, 'Talk not found'],
  ['3.4', '/v2.1/talks', 405, 'Generic talks listing not supported'],
  ['3.6', `/v2.1/talk_comments/${NONE}`, 404, 'Comment not found'],
  ['3.7', `/v2.1/event_comments/${NONE}`, 404, 'Comment not found'],
  ['3.9', `/v2.1/users/${NONE}`, 404, 'User not found'],
  ['3.9', `/v2.1/users/${NONE}/talks`, 404, 'User not found'],
  ['3.10', `/v2.1/languages/${NONE}`, 404, 'Language not found'],
  ['3.10', `/v2.1/talk_types/${NONE}`, 404, 'Talk type not found'],
  ['2.3', '/v2.1/token', 401, 'You must be logged in'],
  ['2.4', '/v2.1/applications', 401, 'You must be logged in'],
  ['3.2', '/v2.1/events?filter=pending', 401, 'You must be logged in to view pending events'],
];

const asked = ([sections, path, code, sentence]: Row): Check => ({
  sections,
  title: `GET ${path} is ${code} "${sentence}"`,
  needs: 'a response',
  async *look({ client }) {
    yield* refused(await client.ask(path), code, sentence);
  },
});

/** Asserts status and message; another check covers the shape of the body. */
export function refused(exchange: Exchange, code: number, sentence: string): Sighting[] {
  const { url, body } = exchange;
  const first: unknown = Array.isArray(body) ? body[0] : undefined;
  const said = exchange.status === code && typeof first === 'string' ? [compared(url, 'body[0]', first, sentence)] : [];
  return [status(exchange, code), ...said];
}

export const refusalChecks: readonly Check[] = [
  ...table.map(asked),
  {
    sections: '1.1',
    title: 'PATCH is 405 "Method not supported"',
    needs: 'a response',
    async *look({ client }) {
      yield* refused(await client.ask('/v2.1/events', { method: 'PATCH' }), 405, 'Method not supported');
    },
  },
  {
    sections: '3.2, 3.8',
    title: 'moderation lists are 401 for anonymous callers',
    needs: 'an event',
    async *look({ client, known }) {
      const [event] = known('event');
      if (!event) return;
      yield* refused(await client.ask(`${String(event['uri'])}/comments/reported`), 401, 'You must log in to do that');
      yield* refused(
        await client.ask(`${String(event['uri'])}/talk_comments/reported`),
        401,
        'You must log in to do that',
      );
      yield* refused(
        await client.ask(`${String(event['uri'])}/claims`),
        401,
        'You must be logged in to view pending claims',
      );
    },
  },
];
