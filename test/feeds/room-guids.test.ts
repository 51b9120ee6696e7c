import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, type Answer } from '../graphql/ask.js';
import { countsOf, uploadSchedule } from '../imports/schedule/upload.js';
import * as make from '../support/factories.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [host, hostId, event] = ['', '', ''];
const pool = () => service.database.pool;

beforeAll(async () => {
  service = await startService();
  hostId = await make.createUser(pool());
  host = await make.createToken(pool(), hostId);
});
beforeEach(async () => {
  const days = { starts_at: '2027-05-29T08:00:00Z', ends_at: '2027-05-29T18:00:00Z', time_zone: 'UTC' };
  event = await make.createEvent(pool(), days);
  await make.createHost(pool(), event, hostId);
});
afterAll(() => service.stop());

const feed = async (file: string) => (await fetch(`${service.base}/feeds/events/${event}/${file}`)).text();

/** The rooms of the event with their GUIDs, which both formats state. */
async function rooms(): Promise<Record<string, string>> {
  const { schedule } = JSON.parse(await feed('schedule.json')) as {
    schedule: { conference: { rooms: { name: string; guid: string }[] } };
  };
  const listed = schedule.conference.rooms.map(({ name, guid }) => [name, guid] as const);
  const written = [...(await feed('schedule.xml')).matchAll(/<room name="(.*?)" guid="(.*?)">/g)];
  expect(Object.fromEntries(written.map(([, name, guid]) => [name, guid]))).toEqual(Object.fromEntries(listed));
  expect(new Set(listed.map(([, guid]) => guid)).size).toBe(listed.length);
  return Object.fromEntries(listed);
}

const talksIn = async (...names: readonly (string | null)[]) => {
  for (const [at, room] of names.entries()) {
    await make.createTalk(pool(), event, { room, starts_at: `2027-05-29T1${at}:00:00Z` });
  }
};
const rename = (room: string, newName: string, token = host): Promise<Answer> =>
  ask(service, 'mutation ($input: RenameRoomInput!) { renameRoom(input: $input) { event { id } } }', {
    token,
    variables: { input: { eventId: event, room, newName } },
  });
const refusals = ({ errors }: Answer) => errors.map(({ extensions }) => [extensions.code, ...extensions.problems]);

describe('The GUID of a room', () => {
  it('stays when a host renames the room, and moves its talks in calendars', async () => {
    await talksIn('Attic', 'Attic', 'Cellar', null);
    const before = await rooms();
    expect((await rename('Attic', ' Great Hall ')).errors).toEqual([]);
    const { Attic, ...others } = before;
    expect(await rooms()).toEqual({ ...others, 'Great Hall': Attic });
    const revisions = await pool().query<{ room: string; revision: number }>(
      'select room, schedule_revision as revision from talks where event_id = $1 order by starts_at',
      [event],
    );
    expect(revisions.rows.map(({ room, revision }) => [room, revision])).toEqual([
      ...[['Great Hall', 1] as const, ['Great Hall', 1] as const, ['Cellar', 0] as const, [null, 0] as const],
    ]);
  });

  it('differs from that of a room that the schedule names after a track, for talks without a room', async () => {
    await talksIn('Attic', null);
    const { rows } = await pool().query<{ id: string }>('select id from talks where event_id = $1 and room is null', [
      event,
    ]);
    await make.putOnTrack(pool(), event, rows[0]!.id, await make.createTrack(pool(), event, { name: 'Attic' }));
    const { Attic } = await rooms();
    await rename('Attic', 'Loft');
    expect(await rooms()).toEqual({ Loft: Attic, Attic: expect.not.stringMatching(Attic!) });
  });

  it('is another one for a new room with the name that an earlier room had, and the same again when renamed back', async () => {
    await talksIn('Attic', 'Attic');
    const { Attic } = await rooms();
    await rename('Attic', 'Loft');
    await talksIn('Attic');
    const { Attic: another, ...loft } = await rooms();
    expect(loft).toEqual({ Loft: Attic });
    await rename('Attic', 'Shed');
    await rename('Loft', 'Attic');
    expect(await rooms()).toEqual({ Attic, Shed: another });
  });

  it('stays when an import without GUIDs renames the room of all its talks', async () => {
    const csv = (first: string, second: string, third = first) =>
      `id,title,start,room\n1,A,2027-05-29 09:00,${first}\n2,B,2027-05-29 10:00,${second}\n3,C,2027-05-29 11:00,${third}`;
    const run = (text: string) => uploadSchedule(service, host, { eventId: event, dryRun: false }, text);
    await run(csv('Attic', 'Cellar'));
    const { Attic, Cellar } = await rooms();
    await run(csv('Loft', 'Cellar'));
    expect(await rooms()).toEqual({ Loft: Attic, Cellar });
    // Two rooms become one, or one room becomes two: which of them is the same is unknown.
    await run(csv('Hall', 'Hall'));
    const { Hall } = await rooms();
    expect([Attic, Cellar]).not.toContain(Hall);
    await run(csv('East', 'West', 'North'));
    expect(Object.values(await rooms())).not.toContain(Hall);
  });

  it.each(['schedule.json', 'schedule.xml'])(
    'is taken from an imported %s, also after the source renamed it',
    async (file) => {
      await talksIn('Attic', 'Cellar', 'Attic');
      const source = await feed(file);
      const origin = await rooms();
      const days = { starts_at: '2027-05-29T08:00:00Z', ends_at: '2027-05-29T18:00:00Z', time_zone: 'UTC' };
      event = await make.createEvent(pool(), days);
      await make.createHost(pool(), event, hostId);
      const run = (text: string) => uploadSchedule(service, host, { eventId: event, dryRun: false }, text);
      expect(countsOf(await run(source))[0]).toEqual([3, 0, 0, 0, 0, 0]);
      expect(await rooms()).toEqual(origin);
      // The two rooms exchange their names.
      const exchanged = source.replaceAll('Attic', '#').replaceAll('Cellar', 'Attic').replaceAll('#', 'Cellar');
      expect(countsOf(await run(exchanged))[0]).toEqual([0, 0, 3, 0, 0, 0]);
      expect(await rooms()).toEqual({ Attic: origin['Cellar'], Cellar: origin['Attic'] });
      // A host has renamed a room of the source, whose next import does not take its GUID away.
      await rename('Attic', 'Loft');
      expect(countsOf(await run(exchanged))[0]).toEqual([0, 0, 0, 0, 0, 3]);
      expect(await rooms()).toEqual({ Loft: origin['Cellar'], Cellar: origin['Attic'] });
    },
  );
});

describe('renameRoom', () => {
  it('refuses a room without talks, the name of another room, and names that are empty or too long', async () => {
    await talksIn('Attic', 'Cellar');
    const before = await rooms();
    const refused = async (room: string, newName: string) => refusals(await rename(room, newName));
    expect(await refused('attic', 'Loft')).toEqual([['NOT_FOUND', { reason: 'ROOM_UNKNOWN', field: 'room' }]]);
    expect(await refused('Attic', 'Cellar')).toEqual([['INVALID', { reason: 'ROOM_NAME_TAKEN', field: 'newName' }]]);
    expect(await refused('Attic', ' ')).toEqual([['INVALID', { reason: 'FIELD_REQUIRED', field: 'newName' }]]);
    expect(await refused('Attic', 'x'.repeat(201))).toEqual([
      ['INVALID', { reason: 'TEXT_TOO_LONG', field: 'newName', limit: 200 }],
    ]);
    expect(await rooms()).toEqual(before);
    expect(await refused('Attic', 'Attic')).toEqual([]);
    expect(await refused('Attic', 'attic')).toEqual([]);
    expect(await rooms()).toEqual({ attic: before['Attic'], Cellar: before['Cellar'] });
  });

  it('records each moved talk in the history', async () => {
    await talksIn('Attic', 'Attic', 'Cellar');
    await rename('Attic', 'Loft');
    const { rows } = await pool().query<{ kind: string; room: string }>(
      "select kind, after->>'room' as room from event_log where event_id = $1",
      [event],
    );
    expect(rows).toEqual([
      { kind: 'talk.moved', room: 'Loft' },
      { kind: 'talk.moved', room: 'Loft' },
    ]);
  });

  it('keeps GUIDs apart when two rooms are renamed at once', async () => {
    await talksIn('Attic', 'Cellar');
    const before = await rooms();
    const answers = await Promise.all([rename('Attic', 'Loft'), rename('Cellar', 'Loft'), rename('Cellar', 'Shed')]);
    expect(answers.filter(({ errors }) => errors.length === 0).length).toBeGreaterThanOrEqual(1);
    expect(Object.values(await rooms()).sort()).toEqual(Object.values(before).sort());
  });
});
