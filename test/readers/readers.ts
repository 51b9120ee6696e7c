import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { convertIcsCalendar } from 'ts-ics';
import { atTheEnd } from '../support/clean-up.js';

/** Programs that read calendars, of npm and of Debian. All of them report times in UTC. */

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
const DAY_MS = 86_400_000;
/** Its modules are those of Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** An entry as a reader shows it: title, and start in UTC, or the date of a whole day. */
export type Entry = readonly [title: string, start: string];

/** Reads the entries of calendars that start between two dates. */
type Reader = (calendars: readonly string[], from: string, days: number) => Promise<Entry[]>;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-readers-'));
  atTheEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Writes calendars to a folder. @returns their paths */
function filesOf(calendars: readonly string[], path: string): Promise<string[]> {
  const write = async (calendar: string, at: number) => {
    const file = join(path, `calendar-${at}.ics`);
    await writeFile(file, calendar);
    return file;
  };
  return Promise.all(calendars.map(write));
}

/** A reader of one calendar at a time, in this process. */
const ofEach =
  (read: (calendar: string) => readonly Entry[]): Reader =>
  (calendars) =>
    Promise.resolve(calendars.flatMap(read));

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', TZ: 'UTC', LC_ALL: 'C.UTF-8' };

async function output(program: string, parameters: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await run(program, parameters, { cwd, env: environment, timeout: TIMEOUT_MS });
  return stdout;
}

const isoOf = (time: Date): string => time.toISOString().slice(0, 16);

function icalJs(calendar: string): Entry[] {
  const component = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const entries = component.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
  return entries.map(({ summary, startDate }) => [
    summary,
    startDate.isDate ? String(startDate) : isoOf(startDate.toJSDate()),
  ]);
}

function readByNodeIcal(calendar: string): Entry[] {
  const entries = Object.values(nodeIcal.sync.parseICS(calendar)).filter((entry) => entry?.type === 'VEVENT');
  return entries.map(({ summary, start }) => {
    const isDate = 'dateOnly' in start && start.dateOnly === true;
    return [String(summary), isDate ? localDate(start) : isoOf(start)] as const;
  });
}

const readByTsIcs = (calendar: string): Entry[] =>
  (convertIcsCalendar(undefined, calendar).events ?? []).map(({ summary, start: { date, type } }) => [
    summary,
    type === 'DATE' ? isoOf(date).slice(0, 10) : isoOf(date),
  ]);

const localDate = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const ICALENDAR = `
import datetime, icalendar, json, sys
entries = []
for path in sys.argv[1:]:
    for entry in icalendar.Calendar.from_ical(open(path, 'rb').read()).walk('VEVENT'):
        start = entry['DTSTART'].dt
        is_time = isinstance(start, datetime.datetime)
        entries.append([str(entry['SUMMARY']), start.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M') if is_time else start.isoformat()])
print(json.dumps(entries))`;

const pythonIcalendar: Reader = async (calendars) => {
  const files = await filesOf(calendars, await folder());
  return JSON.parse(await output(PYTHON, ['-c', ICALENDAR, ...files])) as Entry[];
};

/** A khal with an empty calendar. */
export async function openKhal() {
  const path = await folder();
  const formats = { timeformat: '%H:%M', dateformat: '%Y-%m-%d', longdateformat: '%Y-%m-%d' };
  const times = { datetimeformat: '%Y-%m-%d %H:%M', longdatetimeformat: '%Y-%m-%d %H:%M' };
  const locale = { local_timezone: 'UTC', default_timezone: 'UTC', ...formats, ...times };
  const lines = Object.entries(locale).map(([name, value]) => `${name} = ${value}`);
  const configuration = join(path, 'config');
  await writeFile(
    configuration,
    `[calendars]\n[[main]]\npath = ${path}/entries\n[sqlite]\npath = ${path}/khal.db\n[locale]\n${lines.join('\n')}\n[default]\ndefault_calendar = main\n`,
  );
  const khal = (...parameters: string[]) => output('khal', ['-c', configuration, ...parameters]);
  return {
    entries: `${path}/entries`,
    async import(...calendars: readonly string[]): Promise<void> {
      await khal('import', '--batch', '-a', 'main', ...(await filesOf(calendars, path)));
    },
    async list(from: string, days: number): Promise<Entry[]> {
      const format = '{start-date}T{start-time}|{title}';
      const text = await khal('list', '--notstarted', '--day-format', '', '--format', format, from, `${days}d`);
      return entriesOf(text, (start) => start.replace(/T$/, ''));
    },
  };
}

const khalReader: Reader = async (calendars, from, days) => {
  const khal = await openKhal();
  await khal.import(...calendars);
  return once(await khal.list(from, days));
};

/** Readers of Debian show an entry of several days on each of them. */
const once = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.join(), entry])).values(),
];

const calcurse: Reader = async (calendars, from, days) => {
  const path = await folder();
  for (const file of await filesOf(calendars, path)) await output('calcurse', ['-q', '-D', path, '-i', file]);
  const [year, month, day] = from.split('-');
  const range = ['--from', `${month}/${day}/${year}`, '--days', String(days), '--filter-type', 'cal'];
  const text = await output('calcurse', ['-q', '-D', path, '-Q', ...range, '--format-apt', '%(start:epoch)|%m\\n']);
  return once([...entriesOf(text, (start) => isoOf(new Date(Number(start) * 1000))), ...wholeDaysOf(text)]);
};

/** Vdirsyncer stores each entry of a subscribed calendar, with its time zone, in a file. */
const vdirsyncer: Reader = async (calendars) => {
  const path = await folder();
  const configuration = join(path, 'config');
  const sections = (await filesOf(calendars, path)).map((file, at): Readonly<Record<string, object>> => ({
    [`pair pair${at}`]: { a: `subscribed${at}`, b: `stored${at}`, collections: null },
    [`storage subscribed${at}`]: { type: 'singlefile', path: file },
    [`storage stored${at}`]: { type: 'filesystem', path: `${path}/items${at}`, fileext: '.ics' },
  }));
  const all = Object.assign({ general: { status_path: `${path}/status/` } }, ...sections) as Record<string, object>;
  const lines = Object.entries(all).flatMap(([name, values]) => [
    `[${name}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ]);
  await writeFile(configuration, lines.join('\n'));
  const folders = calendars.map((_, at) => join(path, `items${at}`));
  for (const items of folders) await mkdir(items);
  for (const command of ['discover', 'sync']) await output('vdirsyncer', ['-c', configuration, command]);
  const entriesIn = async (items: string) => {
    const files = await readdir(items);
    return Promise.all(files.map(async (name) => icalJs(await readFile(join(items, name), 'utf8'))));
  };
  return (await Promise.all(folders.map(entriesIn))).flat(2);
};

/** Calcurse lists an event of several days on each of them, below the date: the first one counts. */
function wholeDaysOf(text: string): Entry[] {
  const entries: Entry[] = [];
  const lastDays = new Map<string, number>();
  let day = 0;
  for (const line of text.split('\n')) {
    const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d\d):$/.exec(line) ?? [];
    if (year !== undefined) day = Date.parse(`20${year}-${month}-${date}`);
    else if (line.startsWith(' * ')) {
      const title = line.slice(3);
      if (lastDays.get(title) !== day - DAY_MS) entries.push([title, new Date(day).toISOString().slice(0, 10)]);
      lastDays.set(title, day);
    }
  }
  return entries;
}

/** Lines of a start and a title; lines without the bar are headings. */
const entriesOf = (text: string, startOf: (start: string) => string): Entry[] =>
  text
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const at = line.indexOf('|');
      return [line.slice(at + 1), startOf(line.slice(0, at).trim())] as const;
    });

export const readers: Readonly<Record<string, Reader>> = {
  'ical.js': ofEach(icalJs),
  'node-ical': ofEach(readByNodeIcal),
  'ts-ics': ofEach(readByTsIcs),
  'python3-icalendar': pythonIcalendar,
  khal: khalReader,
  calcurse,
  vdirsyncer,
};

const FEEDPARSER = `
import feedparser, json, sys
feed = feedparser.parse(open(sys.argv[1], 'rb').read())
print(json.dumps({'bozo': bool(feed.bozo), 'version': feed.version, 'title': feed.feed.title, 'link': feed.feed.link,
  'entries': [[entry.title, entry.link, entry.id] for entry in feed.entries]}))`;

/** What Debian's feedparser reads in an Atom feed. `bozo`: whether it is malformed. */
export async function parseFeed(xml: string): Promise<unknown> {
  const path = join(await folder(), 'feed.xml');
  await writeFile(path, xml);
  return JSON.parse(await output(PYTHON, ['-c', FEEDPARSER, path]));
}
