import type { Moment } from './moment.js';

export type Row = Readonly<Record<string, unknown>>;

/** The tables of a world, in the order of insertion. */
const tables = [
  ...['users', 'applications', 'access_tokens', 'events', 'event_hosts', 'event_attendees', 'tracks', 'talks'],
  ...['talk_tracks', 'talk_speakers', 'speaker_claims', 'talk_links', 'talk_stars', 'event_comments', 'talk_comments'],
  'comment_reports',
];

/** Collects the rows of a world. */
export class Ledger {
  readonly rows = new Map<string, Row[]>(tables.map((table) => [table, []]));
  readonly people: number[] = [];
  /** ID of the last row. */
  last = 100;

  /** @param now seconds since 1970 */
  constructor(private readonly now: number) {}

  /** Adds a row of a join table, which has no ID. */
  link(table: string, row: Row): void {
    this.rows.get(table)?.push(row);
  }

  /** IDs are unique across tables: a link to the wrong kind of record then fails. */
  add(table: string, row: Row): number {
    this.link(table, { id: (this.last += 1), ...row });
    return this.last;
  }

  /** Seconds since 1970. Moves instants within an hour of now, so that nothing begins or ends during the requests. */
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

  /** A random user, but never the first: the stranger has no relation to any record. */
  person(number: number): number {
    return this.people[1 + (number % (this.people.length - 1))] ?? 0;
  }

  personOrNobody(number: number | null): number | null {
    return number === null ? null : this.person(number);
  }

  /** Without duplicates. */
  persons(numbers: readonly number[]): Set<number> {
    return new Set(numbers.map((number) => this.person(number)));
  }
}
