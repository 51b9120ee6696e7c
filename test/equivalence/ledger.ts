import type { Moment } from './moment.js';

export type Row = Readonly<Record<string, unknown>>;

/** The tables that a world fills, in the order in which they are filled. */
const tables = [
  ...['users', 'applications', 'access_tokens', 'events', 'event_hosts', 'event_attendees', 'tracks', 'talks'],
  ...['talk_tracks', 'talk_speakers', 'speaker_claims', 'talk_links', 'talk_stars', 'event_comments', 'talk_comments'],
  'comment_reports',
];

/** The rows of a world, while it grows. */
export class Ledger {
  readonly rows = new Map<string, Row[]>(tables.map((table) => [table, []]));
  readonly people: number[] = [];
  /** What the last row was numbered. */
  last = 100;

  /** @param now seconds since 1970 */
  constructor(private readonly now: number) {}

  /** Notes a row of two other ones, which has no number of its own. */
  link(table: string, row: Row): void {
    this.rows.get(table)?.push(row);
  }

  /** No two rows get the same number, whichever their tables: a link to the wrong kind of record leads nowhere. */
  add(table: string, row: Row): number {
    this.link(table, { id: (this.last += 1), ...row });
    return this.last;
  }

  /** Seconds since 1970. Whatever is within an hour of now is put off: nothing begins or ends while both doors are asked. */
  seconds(moment: Moment): number {
    const at = 'at' in moment ? moment.at : this.now + moment.fromNow;
    return Math.abs(at - this.now) < 3600 ? at + 7200 : at;
  }

  time(moment: Moment | null): string | null {
    return moment && new Date(this.seconds(moment) * 1000).toISOString();
  }

  get nowTime(): string {
    return new Date(this.now * 1000).toISOString();
  }

  /** Somebody, but never the first: the stranger has to do with nothing. */
  person(number: number): number {
    return this.people[1 + (number % (this.people.length - 1))] ?? 0;
  }

  personOrNobody(number: number | null): number | null {
    return number === null ? null : this.person(number);
  }

  /** Each of them once. */
  persons(numbers: readonly number[]): Set<number> {
    return new Set(numbers.map((number) => this.person(number)));
  }
}
