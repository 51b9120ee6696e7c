import { normalForm } from '../common/normal-form.js';

/**
 * Names of speakers (decisions no. 46). A speaker has the name printed in the programme and, if an account is linked,
 * that of the account. Both identify the speaker in any Unicode normal form and case.
 */

/** The form in which names are compared: trimmed, in NFC, case-folded. Upper case first: ß is ss, and ς is σ. */
export const foldName = (name: string): string =>
  normalForm(normalForm(name.trim(), 'NFC').toUpperCase().toLowerCase(), 'NFC');

/** The names of a speaker, the displayed one first. Only an active account's name is displayed. */
export function namesOf(
  printed: string,
  account: { readonly fullName: string; readonly isActive: boolean } | null,
): readonly string[] {
  if (account === null || account.fullName.trim() === '') return [printed];
  return account.isActive ? [account.fullName, printed] : [printed, account.fullName];
}

/** A speaker who may be in a list of names. */
interface Named {
  readonly names: readonly string[];
}

/**
 * Assigns the names of a list to speakers, one to each: as many as possible, equal names before those that differ in
 * form. Speakers who come first have precedence.
 *
 * @returns the index of the name of each speaker who got one
 */
export function matchNames<Speaker extends Named>(
  speakers: readonly Speaker[],
  listed: readonly string[],
): Map<Speaker, number> {
  const assigned = new Map<Speaker, number>();
  const holders = new Map<number, Speaker>();
  for (const form of [(name: string) => name, foldName]) {
    const placesOf = Map.groupBy(listed.keys(), (place) => form(listed[place] ?? ''));
    const places = new Map(
      speakers.map((speaker) => [speaker, speaker.names.flatMap((name) => placesOf.get(form(name)) ?? [])]),
    );
    const put = (speaker: Speaker, place: number): true => {
      holders.set(place, speaker);
      assigned.set(speaker, place);
      return true;
    };
    /** Finds an augmenting path, as in Kuhn's algorithm for bipartite matching; a free place is the shortest. */
    const assign = (speaker: Speaker, tried: Set<number>): boolean => {
      const own = places.get(speaker) ?? [];
      const free = own.find((place) => !holders.has(place));
      if (free !== undefined) return put(speaker, free);
      return own.some((place) => {
        if (tried.has(place)) return false;
        tried.add(place);
        const holder = holders.get(place);
        return (holder === undefined || assign(holder, tried)) && put(speaker, place);
      });
    };
    for (const speaker of speakers) if (!assigned.has(speaker)) assign(speaker, new Set());
  }
  return assigned;
}

/** Whether a list contains a name of the speaker, in any form. */
export function isListed({ names }: Named, listed: readonly string[]): boolean {
  const folded = new Set(listed.map(foldName));
  return names.some((name) => folded.has(foldName(name)));
}
