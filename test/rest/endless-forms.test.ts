import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { receiveUploads, UploadScalar } from '../../schema/uploads.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { BOUNDARY, FORM_TYPE, formOf } from './multipart.js';
import { sendRaw } from './raw-request.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const MUTATION = 'mutation ($input: SetEventImageInput!) { setEventImage(input: $input) { event { id } } }';
const field = (name: string, content: string) => ({ name, content });

/** In three parts: the operation with the beginning of its file; the rest of it, more parts than needed; the last one. */
function longForm(eventId: string): Buffer[] {
  const operations = { query: MUTATION, variables: { input: { eventId, image: null } } };
  const whole = formOf([
    field('operations', JSON.stringify(operations)),
    field('map', JSON.stringify({ 0: ['variables.input.image'] })),
    { name: '0', filename: 'a.png', content: Buffer.alloc(2_000) },
    ...Array.from({ length: 19 }, () => field('f', 'x')),
  ]);
  const [second, last] = [whole.indexOf('name="0"') + 500, whole.lastIndexOf(`--${BOUNDARY}\r\n`)];
  return [whole.subarray(0, second), whole.subarray(second, last), whole.subarray(last)];
}

/** The outcome for a reader of an announced file. */
async function endOf(file: unknown): Promise<string> {
  try {
    let bytes = 0;
    for await (const part of UploadScalar.parseValue(file) as AsyncIterable<Uint8Array>) bytes += part.length;
    return `arrives with ${bytes} bytes`;
  } catch (error) {
    return `fails with ${Reflect.get(Object(error), 'status')}`;
  }
}

describe('a GraphQL form with 22 parts', () => {
  const head = (body: readonly Buffer[], ...lines: string[]) => [
    'POST /graphql HTTP/1.1',
    `Content-Type: ${FORM_TYPE}`,
    'apollo-require-preflight: yes',
    `Content-Length: ${body.reduce((sum, { length }) => sum + length, 0)}`,
    ...lines,
  ];

  it('is rejected while its operation runs, and blocks no other upload', async () => {
    const { pool } = service.database;
    const [host, event] = [await createUser(pool), await createEvent(pool)];
    await createHost(pool, event, host);
    const token = `Authorization: Bearer ${await createToken(pool, host)}`;
    const body = longForm(event);
    // Two images are processed at a time: if these waited for their files forever, all other uploads would be blocked.
    for (let count = 0; count < 2; count += 1) {
      const answer = await sendRaw(service, {
        head: head(body, token),
        body,
        pauseMs: 200,
        finish: true,
        deadlineMs: 60_000,
      });
      expect([answer.status, /"reason":"(\w+)"/.exec(answer.text)?.[1]]).toEqual([200, 'UPLOAD_INCOMPLETE']);
      expect(answer.endedMs).toBeLessThan(50_000);
    }
  });

  it('ends for a reader of its file, also if it was complete before the read', async () => {
    let outcome = 'nobody asked';
    const server = createServer((request, response) => {
      void sleep(300).then(() =>
        receiveUploads(request, response, () => {
          const { variables } = Reflect.get(request, 'body') as { variables: { input: { image: unknown } } };
          outcome = 'waits';
          void endOf(variables.input.image).then((end) => response.end((outcome = end)));
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = longForm('1');
    try {
      const { status } = await sendRaw({ base }, { head: head(body, 'Connection: close'), body, pauseMs: 50 });
      expect([status, outcome]).toEqual([200, 'fails with 400']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
