import type { CalendarTalkFragment, TalkType } from '../documents.generated.js';

/** Which talks of an event a calendar shows; undefined: all. */
interface Filter {
  readonly tracks: ReadonlySet<string> | undefined;
  readonly types: ReadonlySet<TalkType> | undefined;
}

const ID = /^\d{1,16}$/;
const types: ReadonlyMap<string, TalkType> = new Map(
  (['TALK', 'SOCIAL_EVENT', 'KEYNOTE', 'WORKSHOP', 'EVENT_RELATED'] as const).map((type) => [type.toLowerCase(), type]),
);

/** Reads `tracks` (IDs) and `types` (as in the graph, in any case), separated by commas; null if one is invalid. */
export function parseFilter(query: URLSearchParams): Filter | null {
  const tracks = wordsOf(query.get('tracks'));
  const wanted = wordsOf(query.get('types'))?.map((word) => types.get(word.toLowerCase()));
  if (tracks?.some((id) => !ID.test(id)) || wanted?.includes(undefined)) return null;
  return { tracks: tracks && new Set(tracks), types: wanted && new Set(wanted.filter((type) => type !== undefined)) };
}

function wordsOf(list: string | null): string[] | undefined {
  const words = (list ?? '').split(',').map((word) => word.trim());
  const given = words.filter((word) => word !== '');
  return given.length === 0 ? undefined : given;
}

/** Whether a calendar shows the talk: on one of the tracks, and of one of the types. */
export const matches = (
  { tracks: own, type }: Pick<CalendarTalkFragment, 'tracks' | 'type'>,
  { tracks, types: wanted }: Filter,
): boolean => (!tracks || own.some(({ id }) => tracks.has(id))) && (!wanted || wanted.has(type));
