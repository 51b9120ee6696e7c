import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEvent, createTalk } from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';
import { askData } from './ask.js';

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startService();
  id = await createEvent(service.database.pool);
  await createTalk(service.database.pool, id);
});
afterAll(() => service.stop());

/** Whether the event's own statement read its description, which only the full record contains. */
async function readsWholeEvent(selection: string): Promise<boolean> {
  service.takeStatements();
  await askData(service, `{ event(id: "${id}") { ${selection} } }`);
  return (service.takeStatements()[0] ?? '').includes('"description"');
}

it.each([
  ['talks { totalCount nodes { title } }', false],
  ['id talkCount comments { nodes { text } } hosts { username }', false],
  ['... on Event { tracks { totalCount } }', false],
  ['name talks { totalCount }', true],
  ['talks { totalCount } ... on Event { location }', true],
  ['ratings { average }', true],
])('an event with { %s } is read in full: %s', async (selection, whole) => {
  expect(await readsWholeEvent(selection)).toBe(whole);
});
