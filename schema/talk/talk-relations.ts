import type { Connection } from '../../src/reads/connection.js';
import type { Reads } from '../../src/reads/reads.js';
import { askedOfNodes, asksOnlyFor, type Place } from '../selection.js';

const asksOnlyForSpeakerNames = asksOnlyFor(['name', 'userId', '__typename']);
const asksOnlyForTrackNames = asksOnlyFor(['id', 'name', '__typename']);

/** What is read for a field of a talk. Programmes show little more than names, many times in one answer. */
export const relations = {
  speakers: (place: Place) =>
    asksOnlyForSpeakerNames(place) ? ('speakerNamesOfTalk' as const) : ('speakersOfTalk' as const),
  tracks: (place: Place) => (asksOnlyForTrackNames(place) ? ('trackNamesOfTalk' as const) : ('tracksOfTalk' as const)),
};

const isRelation = (name: string): name is keyof typeof relations => Object.hasOwn(relations, name);

/**
 * A page of talks together with those of their relations that the operation asks for: with one promise for all talks
 * instead of one for each, they are there when the fields of a talk are resolved.
 */
export async function talksWithRelations<Page extends Connection<{ id: string }>>(
  page: Promise<Page>,
  reads: Reads,
  place: Place,
): Promise<Page> {
  const talks = await page;
  const ids = talks.nodes.map(({ id }) => id);
  const wanted = new Set(askedOfNodes(place).flatMap((at) => (isRelation(at.name) ? [relations[at.name](at)] : [])));
  await Promise.all([...wanted].map((name) => reads.prefetch(name, ids)));
  return talks;
}
