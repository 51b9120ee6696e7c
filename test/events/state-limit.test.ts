import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ask } from '../graphql/ask.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ LIMIT_EVENT_STATES_USER: '2/3600', LIMIT_ROOM_NAMES_USER: '2/3600' });
});
afterAll(() => service.stop());

type Verb = 'cancelEvent' | 'reinstateEvent' | 'withdrawEvent';

/** An event and a host of it. */
async function hosted(row: object = {}) {
  const { pool } = service.database;
  const user = await make.createUser(pool, { email: `${make.unique()}@example.org`, ...row });
  const event = await make.createEvent(pool);
  await make.createHost(pool, event, user);
  const token = await make.createToken(pool, user);
  return async (verb: Verb): Promise<string> => {
    const text = `mutation ($id: ID!) { ${verb}(input: { eventId: $id }) { event { id } } }`;
    const { errors } = await ask(service, text, { token, variables: { id: event } });
    return errors.map(({ extensions: { code } }) => String(code)).join() || 'done';
  };
}

it('A host who cancels and reinstates an event in turn is stopped, and with it the mails to all hosts', async () => {
  const change = await hosted();
  await service.takeMail();
  expect(await change('cancelEvent')).toBe('done');
  expect(await change('reinstateEvent')).toBe('done');
  expect(await change('cancelEvent')).toBe('RATE_LIMITED');
  expect(await change('withdrawEvent')).toBe('RATE_LIMITED');
  expect((await service.takeMail()).map(({ kind }) => kind)).toEqual(['event_cancelled', 'event_reinstated']);
});

it('A repeated change is without effect and does not count', async () => {
  const change = await hosted();
  for (let time = 1; time <= 4; time += 1) expect(await change('cancelEvent')).toBe('done');
  for (let time = 1; time <= 4; time += 1) expect(await change('reinstateEvent')).toBe('done');
  expect(await change('cancelEvent')).toBe('RATE_LIMITED');
});

it('A host who renames rooms in turn is stopped, and with it the changes of all their talks', async () => {
  const { pool } = service.database;
  const user = await make.createUser(pool);
  const event = await make.createEvent(pool);
  await make.createHost(pool, event, user);
  await make.createTalk(pool, event, { room: 'Attic' });
  const token = await make.createToken(pool, user);
  const rename = async (room: string, newName: string): Promise<string> => {
    const text = 'mutation ($input: RenameRoomInput!) { renameRoom(input: $input) { event { id } } }';
    const { errors } = await ask(service, text, { token, variables: { input: { eventId: event, room, newName } } });
    return errors.map(({ extensions: { code } }) => String(code)).join() || 'done';
  };
  expect(await rename('Attic', 'Loft')).toBe('done');
  expect(await rename('Loft', '')).toBe('INVALID');
  expect(await rename('Loft', 'Attic')).toBe('done');
  expect(await rename('Attic', 'Loft')).toBe('RATE_LIMITED');
});

it('A host who shifts a programme to and fro is stopped, and with it the changes of all its talks', async () => {
  const { pool } = service.database;
  const user = await make.createUser(pool);
  const event = await make.createEvent(pool);
  await make.createHost(pool, event, user);
  const token = await make.createToken(pool, user);
  const shift = async (byDays: number): Promise<string> => {
    const text = 'mutation ($input: ShiftProgrammeInput!) { shiftProgramme(input: $input) { moved } }';
    const { errors } = await ask(service, text, { token, variables: { input: { eventId: event, byDays } } });
    return errors.map(({ extensions: { code } }) => String(code)).join() || 'done';
  };
  expect(await shift(1)).toBe('done');
  expect([await shift(0), await shift(99_999)]).toEqual(['done', 'INVALID']);
  expect(await shift(-1)).toBe('done');
  expect(await shift(1)).toBe('RATE_LIMITED');
});

it('Administrators are exempt', async () => {
  const change = await hosted({ is_admin: true });
  for (let time = 1; time <= 2; time += 1) {
    expect(await change('cancelEvent')).toBe('done');
    expect(await change('reinstateEvent')).toBe('done');
  }
  expect(await change('withdrawEvent')).toBe('done');
});
