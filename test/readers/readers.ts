import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { atTheEnd } from '../support/clean-up.js';

/** Programs that read calendars, of npm and of Debian. All of them report times in UTC. */

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
/** Its modules are those of Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** An entry as a reader shows it: title, and start in UTC, or the date of a whole day. */
export type Entry = readonly [title: string, start: string];

/** Reads the entries of a calendar that start between two dates. */
type Reader = (calendar: string, from: string, days: number) => Promise<Entry[]>;

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-readers-'));
  atTheEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}

const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', TZ: 'UTC', LC_ALL: 'C.UTF-8' };

async function output(program: string, parameters: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await run(program, parameters, { cwd, env: environment, timeout: TIMEOUT_MS });
  return stdout;
}

const isoOf = (time: Date): string => time.toISOString().slice(0, 16);

const icalJs: Reader = (calendar) => {
  const component = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const entries = component.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
  return Promise.resolve(
    entries.map(({ summary, startDate }) => [
      summary,
      startDate.isDate ? String(startDate) : isoOf(startDate.toJSDate()),
    ]),
  );
};

const nodeIcalReader: Reader = (calendar) => {
  const entries = Object.values(nodeIcal.sync.parseICS(calendar)).filter((entry) => entry?.type === 'VEVENT');
  return Promise.resolve(
    entries.map(({ summary, start }) => {
      const isDate = 'dateOnly' in start && start.dateOnly === true;
      return [String(summary), isDate ? localDate(start) : isoOf(start)] as const;
    }),
  );
};

const localDate = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const ICALENDAR = `
import datetime, icalendar, json, sys
entries = []
for entry in icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read()).walk('VEVENT'):
    start = entry['DTSTART'].dt
    is_time = isinstance(start, datetime.datetime)
    entries.append([str(entry['SUMMARY']), start.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M') if is_time else start.isoformat()])
print(json.dumps(entries))`;

const pythonIcalendar: Reader = async (calendar) => {
  const path = join(await folder(), 'calendar.ics');
  await writeFile(path, calendar);
  return JSON.parse(await output(PYTHON, ['-c', ICALENDAR, path])) as Entry[];
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
    async import(calendar: string): Promise<void> {
      const file = join(path, 'calendar.ics');
      await writeFile(file, calendar);
      await khal('import', '--batch', '-a', 'main', file);
    },
    async list(from: string, days: number): Promise<Entry[]> {
      const format = '{start-date}T{start-time}|{title}';
      const text = await khal('list', '--notstarted', '--day-format', '', '--format', format, from, `${days}d`);
      return entriesOf(text, (start) => start.replace(/T$/, ''));
    },
  };
}

const khalReader: Reader = async (calendar, from, days) => {
  const khal = await openKhal();
  await khal.import(calendar);
  return once(await khal.list(from, days));
};

/** Readers of Debian show an entry of several days on each of them. */
const once = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.join(), entry])).values(),
];

const calcurse: Reader = async (calendar, from, days) => {
  const path = await folder();
  const file = join(path, 'calendar.ics');
  await writeFile(file, calendar);
  await output('calcurse', ['-q', '-D', path, '-i', file]);
  const [year, month, day] = from.split('-');
  const range = ['--from', `${month}/${day}/${year}`, '--days', String(days), '--filter-type', 'cal'];
  const text = await output('calcurse', ['-q', '-D', path, '-Q', ...range, '--format-apt', '%(start:epoch)|%m\\n']);
  return once([...entriesOf(text, (start) => isoOf(new Date(Number(start) * 1000))), ...wholeDaysOf(text)]);
};

/** Vdirsyncer stores each entry of a subscribed calendar, with its time zone, in a file. */
const vdirsyncer: Reader = async (calendar, from, days) => {
  const path = await folder();
  const [configuration, items] = [join(path, 'config'), join(path, 'items')];
  await mkdir(items);
  await writeFile(join(path, 'calendar.ics'), calendar);
  const sections = {
    general: { status_path: `${path}/status/` },
    'pair both': { a: 'subscribed', b: 'stored', collections: null },
    'storage subscribed': { type: 'singlefile', path: `${path}/calendar.ics` },
    'storage stored': { type: 'filesystem', path: items, fileext: '.ics' },
  };
  const lines = Object.entries(sections).flatMap(([name, values]) => [
    `[${name}]`,
    ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ]);
  await writeFile(configuration, lines.join('\n'));
  for (const command of ['discover', 'sync']) await output('vdirsyncer', ['-c', configuration, command]);
  const files = await readdir(items);
  const entries = files.map(async (name) => icalJs(await readFile(join(items, name), 'utf8'), from, days));
  return (await Promise.all(entries)).flat();
};

/** Calcurse lists an event of several days on each of them, below the date: the first one counts. */
function wholeDaysOf(text: string): Entry[] {
  const firstDays = new Map<string, string>();
  let day = '';
  for (const line of text.split('\n')) {
    const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d\d):$/.exec(line) ?? [];
    if (year !== undefined) day = `20${year}-${month}-${date}`;
    else if (line.startsWith(' * ') && !firstDays.has(line.slice(3))) firstDays.set(line.slice(3), day);
  }
  return [...firstDays];
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
  'ical.js': icalJs,
  'node-ical': nodeIcalReader,
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
