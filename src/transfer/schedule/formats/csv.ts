import type { TalkLinkKind } from '../../../database/entities/talk.entity.js';
import { unreadable } from './problems.js';
import type { ParseOptions, RawTalk, SourceLink } from './schedule.js';
import { sessionType } from './session-types.js';
import { csvRows, namesIn } from './csv-rows.js';

/** Headings of each field, compared without case, blanks and punctuation. The first is that of the documentation. */
const headings = {
  id: ['id', 'code', 'guid', 'uuid', 'sessionid', 'talkid', 'proposalid'],
  title: ['title', 'talk', 'talktitle', 'session', 'sessiontitle', 'name', 'proposaltitle'],
  description: ['description', 'abstract', 'summary', 'details'],
  speakers: ['speakers', 'speaker', 'speakernames', 'speakername', 'presenter', 'presenters', 'author', 'authors'],
  start: ['start', 'startsat', 'starttime', 'startdate', 'scheduledat', 'datetime', 'begin', 'begins', 'from'],
  end: ['end', 'endsat', 'endtime', 'enddate', 'ends', 'until', 'to'],
  date: ['date', 'day'],
  time: ['time', 'hour'],
  duration: ['duration', 'minutes', 'durationminutes', 'length', 'durationmin', 'scheduledduration'],
  type: ['type', 'talktype', 'sessiontype', 'format', 'sessionformat', 'kind'],
  track: ['track', 'tracks', 'category', 'topic'],
  room: ['room', 'location', 'venue', 'hall', 'stage'],
  language: ['language', 'lang', 'locale'],
  slides: ['slides', 'slidesurl', 'slideslink'],
  video: ['video', 'videourl', 'recording', 'recordingurl'],
  code: ['codeurl', 'repository', 'sourcecode'],
} as const;
type Column = keyof typeof headings;
const columns = Object.keys(headings) as Column[];

/** The names of the fields that `--map` accepts. */
export const csvFields: readonly string[] = columns;

const linkColumns: readonly (readonly [Column, TalkLinkKind])[] = [
  ['slides', 'SLIDES'],
  ['video', 'VIDEO'],
  ['code', 'CODE'],
];

const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a first line names the columns of a schedule: at least the title and the start. */
export function isHeading(cells: readonly string[]): boolean {
  const places = placesOf(cells, new Map());
  return places.has('title') && (places.has('start') || places.has('date'));
}

/**
 * Parses a table with a heading line; the columns may have any order.
 *
 * @throws UnreadableSchedule without a title or start column
 */
export function parseCsv(text: string, { columns: mapped = new Map<string, string>() }: ParseOptions): RawTalk[] {
  const [heading = [], ...rows] = csvRows(text);
  const places = placesOf(heading, mapped);
  for (const [field, name] of mapped) if (!places.has(field as Column)) throw unreadable('COLUMN_UNKNOWN', name);
  if (!places.has('title')) throw unreadable('COLUMN_UNKNOWN', 'title');
  if (!places.has('start') && !places.has('date')) throw unreadable('COLUMN_UNKNOWN', 'start');
  return rows.map((cells, index) => talkOf(cells, places, index + 2));
}

function placesOf(heading: readonly string[], mapped: ReadonlyMap<string, string>): ReadonlyMap<Column, number> {
  const names = heading.map(plain);
  const places = new Map<Column, number>();
  for (const column of columns) {
    const wanted = mapped.get(column);
    const candidates: readonly string[] = wanted === undefined ? headings[column] : [plain(wanted)];
    const place = candidates.map((name) => names.indexOf(name)).find((at) => at >= 0);
    if (place !== undefined) places.set(column, place);
  }
  return places;
}

function talkOf(cells: readonly string[], places: ReadonlyMap<Column, number>, row: number): RawTalk {
  /** Undefined if the file has no such column. */
  const cell = (column: Column): string | undefined => {
    const place = places.get(column);
    return place === undefined ? undefined : (cells[place] ?? '');
  };
  const start = cell('start') ?? '';
  const isWhole = !places.has('date') || /\d[-./]\d/.test(start);
  const tracks = cell('track');
  const speakers = cell('speakers');
  return {
    row,
    id: cell('id'),
    guid: cell('id'),
    title: cell('title') ?? '',
    description: cell('description'),
    // A start column may contain only the time, beside a column with the date.
    start: isWhole ? start : `${cell('date') ?? ''} ${cell('time') ?? start}`.trim(),
    end: isWhole ? cell('end') : undefined,
    duration: cell('duration'),
    type: sessionType(cell('type')),
    language: cell('language'),
    room: cell('room'),
    tracks: tracks === undefined ? undefined : tracks.split(/[|;\n]/),
    speakers: speakers === undefined ? undefined : namesIn(speakers).map((name) => ({ name })),
    links: linksOf(cell),
  };
}

function linksOf(cell: (column: Column) => string | undefined): SourceLink[] | undefined {
  const given = linkColumns.map(([column, kind]) => ({ kind, url: cell(column) }));
  if (given.every(({ url }) => url === undefined)) return undefined;
  return given.flatMap(({ kind, url }) => (url === undefined ? [] : [{ kind, url }]));
}
