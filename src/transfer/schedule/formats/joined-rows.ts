import type { RawSpeaker, RawTalk } from './schedule.js';

/**
 * Joins rows that differ only in their speakers: a table with a row for each of them. Equal rows, and rows with an ID, stay
 * apart.
 */
export function joinedRows(talks: readonly RawTalk[]): RawTalk[] {
  const joined = new Map<string, JoinedTalk>();
  for (const talk of talks) {
    const { row, speakers, ...others } = talk;
    const isJoinable = talk.id === undefined && speakers !== undefined && speakers.length > 0 && talk.start !== '';
    const key = isJoinable ? JSON.stringify(others) : `row ${row}`;
    const same = joined.get(key);
    if (!same) joined.set(key, new JoinedTalk(talk));
    else if (!same.add(speakers ?? [])) joined.set(`row ${row}`, new JoinedTalk(talk));
  }
  return [...joined.values()].map((talk) => talk.whole());
}

class JoinedTalk {
  readonly #speakers: RawSpeaker[];
  readonly #names: Set<string>;

  constructor(readonly talk: RawTalk) {
    this.#speakers = [...(talk.speakers ?? [])];
    this.#names = new Set(this.#speakers.map(({ name }) => name));
  }

  /** Returns whether the talk has none of the speakers yet. */
  add(speakers: readonly RawSpeaker[]): boolean {
    if (speakers.some(({ name }) => this.#names.has(name))) return false;
    for (const speaker of speakers) this.#names.add(speaker.name);
    this.#speakers.push(...speakers);
    return true;
  }

  whole(): RawTalk {
    return this.talk.speakers === undefined ? this.talk : { ...this.talk, speakers: this.#speakers };
  }
}
