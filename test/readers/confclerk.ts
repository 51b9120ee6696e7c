import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { until } from '../../faults/waiting.js';
import { atTheEnd } from '../support/clean-up.js';

/** Debian's ConfClerk, a desktop application for visitors of conferences, on a display without a screen. */

const run = promisify(execFile);
const PATH = '/usr/local/bin:/usr/bin:/bin';
const DATABASE = '.local/share/Toastfreeware/ConfClerk/ConfClerk.sqlite';
const [IMPORT_MS, CLICK_MS] = [10_000, 10_000];
const ATTEMPTS = 3;
/** Where the button is. Without a window manager, no window is active, and Qt ignores shortcuts. */
const RELOAD = ['882', '43'];

/** A talk as ConfClerk has stored it, with a local start. */
export interface StoredTalk {
  readonly id: number;
  readonly title: string;
  readonly start: string;
  readonly minutes: number;
  readonly track: string;
  readonly room: string;
  readonly persons: readonly string[];
}

/** A schedule as ConfClerk has stored it. */
export interface StoredSchedule {
  readonly title: string;
  /** First and last day. */
  readonly days: readonly [string, string];
  /** By ID. */
  readonly talks: readonly StoredTalk[];
}

const CONFERENCE =
  "select title, date(start, 'unixepoch') as first, date(\"end\", 'unixepoch') as last from conference where id = ?";
const TALKS = `
select event.id, event.title, strftime('%Y-%m-%dT%H:%M', event.start, 'unixepoch') as start, duration / 60 as minutes,
  track.name as track, room.name as room,
  (select json_group_array(name) from (select person.name from event_person p join person
      on person.id = xid_person and person.xid_conference = p.xid_conference
    where p.xid_conference = event.xid_conference and xid_event = event.id order by person.name)) as persons
from event join track on track.id = xid_track
  join event_room r on r.xid_conference = event.xid_conference and xid_event = event.id join room on room.id = xid_room
where event.xid_conference = ? order by event.id`;
const ADD = 'insert into conference (title, start, "end", active, url) values (\'\', 0, 0, 1, ?)';

/**
 * Starts a display, and ConfClerk on it until `cleanUp`.
 *
 * @returns imports the schedule.xml at a URL, with a number of talks, beside those imported before
 */
export async function openConfClerk(): Promise<(url: string, talks: number) => Promise<StoredSchedule>> {
  const display = await openDisplay();
  const home = await folder();
  // Creates its database.
  await (await start(display, home)).stop();
  withDatabase(home, (database) => database.prepare(ADD).run(''));
  const { reload, stop } = await start(display, home);
  atTheEnd(stop);
  return async (url, talks) => {
    const id = withDatabase(home, (database) => {
      database.exec('update conference set active = 0');
      return Number(database.prepare(ADD).run(url).lastInsertRowid);
    });
    const isComplete = () => withDatabase(home, (database) => read(database, id).talks.length === talks);
    for (let attempt = 1; !isComplete(); attempt += 1) {
      await reload();
      const late = await until(`ConfClerk imports ${url}`, isComplete, IMPORT_MS).then(() => null, Error);
      if (late && attempt === ATTEMPTS) throw late;
    }
    return withDatabase(home, (database) => read(database, id));
  };
}

function read(database: DatabaseSync, id: number): StoredSchedule {
  const { title, first, last } = database.prepare(CONFERENCE).get(id) as Record<'title' | 'first' | 'last', string>;
  const rows = database.prepare(TALKS).all(id) as unknown as (Omit<StoredTalk, 'persons'> & {
    readonly persons: string;
  })[];
  const talks = rows.map((row) => ({ ...row, persons: JSON.parse(row.persons) as string[] }));
  return { title, days: [first, last], talks };
}

function withDatabase<Result>(home: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(home, DATABASE), { timeout: IMPORT_MS });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Starts ConfClerk. @returns presses the button that imports the active conference again; ends it */
async function start(display: string, home: string) {
  const env = { PATH, HOME: home, DISPLAY: display, XDG_RUNTIME_DIR: home, LC_ALL: 'C.UTF-8' };
  const xdotool = (...given: string[]) => run('xdotool', given, { env, timeout: CLICK_MS });
  const child = spawn('confclerk', { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  const isVisible = () =>
    xdotool('search', '--onlyvisible', '--class', 'confclerk').then(
      () => true,
      () => false,
    );
  try {
    await until('ConfClerk opens its window', isVisible);
  } catch (error) {
    await stop();
    throw error;
  }
  return { reload: () => xdotool('mousemove', ...RELOAD, 'click', '1'), stop };
}

async function openDisplay(): Promise<string> {
  // By default, the server resets itself when the last client leaves, and a client that connects at that time may hang.
  const given = ['-noreset', '-displayfd', '1', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', given, { env: { PATH }, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  atTheEnd(async () => {
    child.kill();
    await ended;
  });
  const [number] = (await once(child.stdout, 'data')) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-confclerk-'));
  atTheEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}
