import type { Context } from '../../src/core/context.js';
import type { Connection } from '../../src/core/reads/connection.js';
import type { Reads } from '../../src/core/reads/reads.js';
import { paged } from '../paging.js';
import { isScheduleField } from './talk-schedule.js';
import { selectedNodeFields, selectsOnly, type SelectionInfo } from '../selection.js';

const selectsOnlySpeakerNames = selectsOnly(['name', 'userId', '__typename']);
const selectsOnlyTrackNames = selectsOnly(['id', 'name', '__typename']);

/** The loader for a relation field of a talk. Programmes mostly select only names, which a cheaper loader returns. */
export const relations = {
  speakers: (info: SelectionInfo) =>
    selectsOnlySpeakerNames(info) ? ('speakerNamesOfTalk' as const) : ('speakersOfTalk' as const),
  tracks: (info: SelectionInfo) =>
    selectsOnlyTrackNames(info) ? ('trackNamesOfTalk' as const) : ('tracksOfTalk' as const),
};

const isRelation = (name: string): name is keyof typeof relations => Object.hasOwn(relations, name);

/** The loader of a selected field of a talk whose values are prefetched; none for any other field. */
function loaderOf(at: SelectionInfo & { readonly name: string }) {
  if (isRelation(at.name)) return [relations[at.name](at)];
  return isScheduleField(at.name) ? (['scheduleOfTalk'] as const) : [];
}

/**
 * Loads a page of talks and prefetches the relations that the operation selects: one promise for all talks instead of
 * one per talk, so that field resolvers find the values in memory.
 */
export async function talksWithRelations<Page extends Connection<{ id: string }>>(
  page: Promise<Page>,
  reads: Reads,
  info: SelectionInfo,
): Promise<Page> {
  const talks = await page;
  const ids = talks.nodes.map(({ id }) => id);
  const wanted = new Set(selectedNodeFields(info).flatMap(loaderOf));
  await Promise.all([...wanted].map((name) => reads.prefetch(name, ids)));
  return talks;
}

/** A field that returns a page of talks. */
export const pagedTalks = <Source extends { readonly id: string }>(
  description: string,
  name: 'talksOfTrack' | 'talksOfUser' | 'talksStarredByViewer',
  total?: (source: Source, context: Context) => number,
) => paged('Talk', description, name, total, (page, { reads }, info) => talksWithRelations(page, reads, info));
