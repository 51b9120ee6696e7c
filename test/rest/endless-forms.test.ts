import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pngFile } from '../images/png-file.js';
import { createEvent, createHost, createToken, createUser } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { FORM_END, FORM_TYPE, formOf } from './multipart.js';
import { sendRaw } from './raw-request.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const MUTATION = 'mutation ($input: SetEventImageInput!) { setEventImage(input: $input) { event { id } } }';
const field = (name: string, content: string) => ({ name, content });

it('a form of the graph with 21 parts is cut off where its operation is under way already', async () => {
  const { pool } = service.database;
  const [host, event] = [await createUser(pool), await createEvent(pool)];
  await createHost(pool, event, host);
  const operations = { query: MUTATION, variables: { input: { eventId: event, image: null } } };
  const needed = formOf([
    field('operations', JSON.stringify(operations)),
    field('map', JSON.stringify({ 0: ['variables.input.image'] })),
    // Where the map ends shows when this one begins.
    field('f', 'x'),
  ]);
  const begin = needed.subarray(0, -FORM_END.length);
  const further = Array.from({ length: 17 }, () => field('f', 'x'));
  const rest = formOf([...further, { name: '0', filename: 'a.png', content: pngFile(200, 200) }]);
  const head = [
    'POST /graphql HTTP/1.1',
    `Authorization: Bearer ${await createToken(pool, host)}`,
    `Content-Type: ${FORM_TYPE}`,
    'apollo-require-preflight: yes',
    `Content-Length: ${begin.length + rest.length}`,
  ];
  const { status, endedMs } = await sendRaw(service, { head, body: [begin, rest], pauseMs: 200 });
  expect([status, endedMs < 5_000]).toEqual([0, true]);
});
