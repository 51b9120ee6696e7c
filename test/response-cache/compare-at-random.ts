import { pick, type Hand } from '../process/random-world.js';
import { writeAtRandom, type Progress } from '../process/random-writer.js';
import type { ServiceProcess } from '../support/process.js';
import type pg from 'pg';

/** A write, and the reads that follow it immediately. */
const READS = 9;

/** Settings of services under random writes. */
export const UNLIMITED = {
  ...{ LIMIT_REGISTRATION_ADDRESS: 'off', LIMIT_REMINDER_ADDRESS: 'off', LIMIT_REMINDER_ACCOUNT: 'off' },
  ...{ LIMIT_EMAIL_CHANGES_USER: 'off' },
  ...{ LIMIT_APPLICATIONS_USER: 'off', TALK_COMMENT_LIMIT: 'off', MAX_PENDING_EVENTS: '1000' },
};

/** Statements of an operator, which bypass every process. */
const statements = [
  `update events set name = name || '!' where id = (select id from events order by random() limit 1)`,
  `update events set status = case status when 'APPROVED' then 'REJECTED' else 'APPROVED' end
    where id = (select id from events order by random() limit 1)`,
  `update users set full_name = full_name || 'x' where id = (select id from users order by random() limit 1)`,
  `update users set is_active = not is_active where username like 'guest%'`,
  `update talks set title = 'T' || title where id = (select id from talks order by random() limit 1) and length(title) < 200`,
  `update talk_comments set is_hidden = not is_hidden where id = (select id from talk_comments order by random() limit 1)`,
  `delete from talk_stars where ctid = (select ctid from talk_stars order by random() limit 1)`,
  `delete from tracks where id = (select id from tracks order by random() limit 1)`,
  `update languages set name = name || '.' where id = 3`,
];

/** A random URL to read. */
function address({ random, world: { targets } }: Hand): string {
  const one = (kind: keyof typeof targets) => pick(random, targets[kind])?.id ?? '1';
  const verbose = random() < 0.5 ? '?verbose=yes' : '';
  const places = [
    () => `/events/${one('event')}${verbose}`,
    () =>
      `/events/${one('event')}/${pick(random, ['talks', 'tracks', 'comments', 'talk_comments', 'attendees', 'hosts', 'images'])}${verbose}`,
    () => `/talks/${one('talk')}${verbose}`,
    () => `/talks/${one('talk')}/${pick(random, ['comments', 'links', 'speakers', 'starred'])}`,
    () => `/tracks/${one('track')}`,
    () => `/talk_comments/${one('talkComment')}`,
    () => `/event_comments/${one('eventComment')}`,
    () => `/events?resultsperpage=5&filter=${pick(random, ['hot', 'all', 'upcoming', 'past', 'cfp', ''])}`,
    () => `/users?resultsperpage=10&start=${Math.floor(random() * 30)}`,
    () =>
      `/users/${Math.ceil(random() * 20)}/${pick(random, ['', 'talks/', 'attended/', 'hosted/', 'talk_comments/'])}${verbose}`,
    () => '/talks?title=a',
    () => '/languages',
  ];
  return `/v2.1${places[Math.floor(random() * places.length)]?.() ?? ''}`;
}

/** A random stored operation to request by name. */
function operation({ random, world: { targets } }: Hand): string {
  const one = (kind: keyof typeof targets) => pick(random, targets[kind])?.id ?? '1';
  const verbose = random() < 0.5;
  const page = { offset: 0, limit: 5 };
  const places: (() => readonly [string, object])[] = [
    () => ['EventRecord', { id: one('event'), verbose }],
    () => ['EventTalks', { id: Number(one('event')), ...page, verbose }],
    () => ['TalkRecord', { id: one('talk'), verbose }],
    () => ['TalkComments', { id: one('talk'), ...page, verbose }],
    () => ['TrackRecord', { id: one('track') }],
    () => ['TalkCommentRecord', { id: one('talkComment'), verbose }],
    () => ['EventCollection', { filter: pick(random, ['HOT', 'UPCOMING', 'PAST']), limit: 5, verbose }],
    () => ['UserRecord', { id: String(Math.ceil(random() * 20)), verbose }],
    () => ['LanguageCollection', page],
  ];
  const [name, variables] = places[Math.floor(random() * places.length)]?.() ?? ['Landing', {}];
  return `/graphql?${new URLSearchParams({ operation: name, variables: JSON.stringify(variables) }).toString()}`;
}

/** Half of the reads repeat an earlier one, so that it may be cached and compressed. */
function addresses(hand: Hand, before: readonly string[]): string[] {
  return Array.from({ length: READS }, () => {
    const again = hand.random() < 0.5 ? pick(hand.random, before) : undefined;
    return again ?? (hand.random() < 0.3 ? operation(hand) : address(hand));
  });
}

const codings = ['identity', 'gzip', 'br', 'gzip;q=0.5, br;q=0.4', 'identity;q=0, gzip'];

async function read({ base }: ServiceProcess, path: string, coding = 'identity') {
  const response = await fetch(base + path, { headers: { 'Accept-Encoding': coding } });
  const text = (await response.text()).replaceAll(base, '').replace(/"requestId":"[\w-]+"/, '');
  return { answer: `${response.status} ${text}`, isPacked: response.headers.has('content-encoding') };
}

/** What random writes and reads have shown. */
export interface Comparison {
  /** Responses that differ from those of the reference, of which one is enough. */
  readonly stale: readonly string[];
  /** Responses with status 200. */
  readonly found: number;
  /** Compressed responses. */
  readonly packed: number;
  /** Writes with a response that is never acceptable. */
  readonly failures: readonly string[];
}

/**
 * Writes at random through two services and by direct SQL, and compares what they respond immediately afterwards with
 * a reference that caches nothing.
 *
 * @param onStep called before each write with the number of steps so far
 */
export async function compareAtRandom(
  { one, other, reference }: Readonly<Record<'one' | 'other' | 'reference', ServiceProcess>>,
  pool: pg.Pool,
  hand: Hand,
  steps: number,
  onStep: (step: number) => Promise<void> = () => Promise.resolve(),
): Promise<Comparison> {
  const progress: Progress = {
    ...{ base: one.base, trouble: false, answered: 0, wanted: 0, failures: [] },
    succeeded: { rest: {}, graph: {} },
  };
  const stale: string[] = [];
  let [step, found, packed] = [0, 0, 0];
  let paths: string[] = [];
  while (step < steps && stale.length === 0) {
    await onStep(step);
    paths = addresses(hand, paths);
    const services = paths.map(() => (hand.random() < 0.5 ? one : other));
    const ask = () =>
      Promise.all(paths.map((path, place) => read(services[place] ?? one, path, pick(hand.random, codings))));
    // Concurrent reads during the write must not leave stale responses in the cache.
    const concurrentRead = hand.random() < 0.5 ? ask() : undefined;
    if (hand.random() < 0.2) await behindTheirBacks(pool, hand);
    else {
      progress.wanted = progress.answered + 1;
      progress.base = hand.random() < 0.5 ? one.base : other.base;
      await writeAtRandom(hand, progress);
    }
    const told = await ask();
    await concurrentRead;
    const true_ = await Promise.all(paths.map((path) => read(reference, path)));
    for (const [place, { answer, isPacked }] of told.entries()) {
      const truly = true_[place]?.answer ?? '';
      if (answer.startsWith('200')) found += 1;
      if (isPacked) packed += 1;
      if (answer !== truly) stale.push(difference(paths[place] ?? '', answer, truly));
    }
    step += 1 + READS;
  }
  return { stale, found, packed, failures: progress.failures };
}

/** From shortly before the first difference. */
function difference(path: string, answer: string, truly: string): string {
  const at = [...answer].findIndex((character, place) => character !== truly[place]);
  const from = Math.max(0, at - 100);
  return `${path} (${at})\n  told ${answer.slice(from, from + 400)}\n  true ${truly.slice(from, from + 400)}`;
}

async function behindTheirBacks(pool: pg.Pool, { random }: Hand): Promise<void> {
  const statement = pick(random, statements) ?? '';
  await pool.query(statement);
}
