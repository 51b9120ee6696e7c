import type { TalkLinkKind } from '../../../database/entities/talk.entity.js';
import { problem, UnreadableSchedule } from './problems.js';
import { hasDate } from './calendar-dates.js';
import { rangeIn } from './times.js';
import { descriptionOf } from './schedule-fields.js';
import { MAX_PARTS, type ParseOptions, type RawFile, type RawTalk, type SourceLink } from './schedule.js';
import type { FileColumn } from './file-column.js';
import { sessionType } from './session-types.js';
import { valueOf, withDates } from './csv-cells.js';
import { joinedRows } from './joined-rows.js';
import { csvRows, namesIn } from './csv-rows.js';

/**
 * Headings of each field in the languages and tools that people use, compared as `plain` does. The first is that of the
 * documentation.
 */
const headings = {
  id: ['id', 'code', 'guid', 'uuid', 'sessionid', 'talkid', 'proposalid'],
  title: [
    ...['title', 'talk', 'talktitle', 'session', 'sessiontitle', 'name', 'proposaltitle', 'subject'],
    ...['talkname', 'sessionname', 'presentationtitle', 'eventname', 'eventtitle', 'event', 'papertitle'],
    ...['titel', 'thema', 'vortrag', 'titre', 'sujet', 'titulo', 'titolo', 'onderwerp'],
  ],
  description: [
    'description',
    'desc',
    'details',
    'body',
    'beschreibung',
    'descripcion',
    'descrizione',
    'descricao',
    'beschrijving',
  ],
  abstract: [
    ...[
      'abstract',
      'summary',
      'shortdescription',
      'teaser',
      'synopsis',
      'blurb',
      'zusammenfassung',
      'kurzbeschreibung',
      'resume',
    ],
    ...['resumen', 'sommario', 'resumo', 'samenvatting'],
  ],
  speakers: [
    ...['speakers', 'speaker', 'speakernames', 'speakername', 'presenter', 'presenters', 'author', 'authors'],
    ...['presentername', 'presenternames', 'authornames', 'speakerlist'],
    ...['referent', 'referenten', 'vortragende', 'sprecher', 'intervenant', 'intervenants', 'orateur', 'ponente'],
    ...['ponentes', 'relatore', 'relatori', 'palestrante', 'palestrantes', 'spreker', 'sprekers'],
  ],
  start: [
    ...['start', 'startsat', 'starttime', 'timestart', 'scheduledat', 'datetime', 'startdatetime', 'begin', 'begins'],
    ...['starts', 'sessionstart', 'eventstarttime', 'startingtime'],
    ...['from', 'beginn', 'anfang', 'startzeit', 'von', 'debut', 'heurededebut', 'inicio', 'horadeinicio', 'inizio'],
    ...['orainizio', 'aanvang', 'begintijd', 'starttijd', 'van'],
  ],
  end: [
    ...[
      'end',
      'endsat',
      'endtime',
      'timeend',
      'enddatetime',
      'ends',
      'sessionend',
      'eventendtime',
      'until',
      'to',
      'ende',
      'endzeit',
      'bis',
      'fin',
    ],
    ...['heuredefin', 'horadefin', 'fine', 'orafine', 'fim', 'horadefim', 'einde', 'eindtijd', 'tot'],
  ],
  date: [
    ...[
      'date',
      'day',
      'startdate',
      'sessiondate',
      'eventdate',
      'eventstartdate',
      'datum',
      'tag',
      'startdatum',
      'jour',
      'datededebut',
      'fecha',
      'dia',
    ],
    ...['fechadeinicio', 'data', 'giorno', 'datadiinizio', 'datadeinicio', 'dag', 'begindatum'],
  ],
  endDate: ['enddate', 'eventenddate', 'enddatum', 'datedefin', 'fechadefin', 'datadifine', 'datadefim', 'einddatum'],
  time: ['time', 'hour', 'uhrzeit', 'zeit', 'heure', 'horaire', 'hora', 'horario', 'ora', 'orario', 'tijd'],
  duration: [
    ...['duration', 'minutes', 'durationminutes', 'length', 'durationmin', 'scheduledduration', 'dauer', 'duree'],
    ...['duracion', 'durata', 'duracao', 'duur'],
  ],
  type: ['type', 'talktype', 'sessiontype', 'format', 'sessionformat', 'kind', 'typ', 'art', 'tipo'],
  track: ['track', 'tracks', 'category', 'categories', 'topic', 'scheduletrack', 'kategorie', 'categorie', 'categoria'],
  room: [
    ...[
      'room',
      'location',
      'venue',
      'hall',
      'stage',
      'roomlocation',
      'roomname',
      'venuename',
      'locationname',
      'place',
      'raum',
      'saal',
      'ort',
      'salle',
      'lieu',
      'sala',
    ],
    ...['lugar', 'luogo', 'local', 'zaal', 'locatie'],
  ],
  language: ['language', 'lang', 'locale', 'sprache', 'langue', 'idioma', 'lingua', 'taal'],
  slides: ['slides', 'slidesurl', 'slideslink'],
  video: ['video', 'videourl', 'recording', 'recordingurl'],
  code: ['codeurl', 'repository', 'sourcecode'],
} as const;
type Column = keyof typeof headings;
type ColumnNames = ReadonlyMap<string, string>;
/** The text in a column of a row; undefined if the file has no such column. */
type Cell = (column: Column) => string | undefined;
const fields = Object.keys(headings) as Column[];

/** The names of the fields that `--map` accepts. */
export const csvFields: readonly string[] = fields;

const linkColumns: readonly (readonly [Column, TalkLinkKind])[] = [
  ['slides', 'SLIDES'],
  ['video', 'VIDEO'],
  ['code', 'CODE'],
];

/** Without case, accents, blanks, punctuation and a remark in parentheses, such as `(Optional)`. */
const plain = (heading: string): string =>
  heading
    .replace(/\([^()]*\)\s*$/, '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a first line names the columns of a schedule: at least the title and the start. */
export function isHeading(cells: readonly string[], options: ParseOptions): boolean {
  const places = placesOf(cells, mapOf(cells, options));
  return missingIn(places).length === 0;
}

/** The required field that no column of a heading is taken for. */
export const missingColumn = (cells: readonly string[]): string | undefined => missingIn(placesOf(cells, new Map()))[0];

const missingIn = (places: ReadonlyMap<Column, number>): string[] => [
  ...(places.has('title') ? [] : ['title']),
  ...(hasTimes(places) ? [] : ['start']),
];

const hasTimes = (places: ReadonlyMap<Column, number>): boolean =>
  (['start', 'date', 'time'] as const).some((column) => places.has(column));

/**
 * Parses a table with a heading line; the columns may have any order.
 *
 * @throws UnreadableSchedule without a title or start column
 */
export function parseCsv(text: string, options: ParseOptions): RawFile {
  const { rows: lines, problems } = csvRows(text);
  const [heading = [], ...rows] = lines;
  const mapped = mapOf(heading, options);
  const places = placesOf(heading, mapped);
  const columns = fileColumns(heading, places);
  const absent = [...mapped].filter(([field]) => !places.has(field as Column)).map(([, name]) => name);
  absent.push(...missingIn(places));
  if (absent[0] !== undefined) throw new UnreadableSchedule(problem('COLUMN_UNKNOWN', { detail: absent[0] }), columns);
  const dated = withDates(rows, places.get('date'), places.get('start') ?? places.get('time'));
  const unused = columns.filter(({ field }) => field === null).map(({ name }) => name);
  return {
    talks: joinedRows(dated.map((cells, index) => talkOf(cells, places, index + 2))),
    columns,
    problems: [...problems, ...(unused.length > 0 ? [problem('COLUMNS_UNUSED', { detail: unused.join(', ') })] : [])],
  };
}

/** Of the columns in a report, and of each of their names in characters. */
const MAX_COLUMNS = 200;
const MAX_NAME_LENGTH = 100;

/** The columns that have a name, and the field that each is taken for. */
function fileColumns(heading: readonly string[], places: ReadonlyMap<Column, number>): FileColumn[] {
  const taken = new Map([...places].map(([field, at]) => [at, field]));
  return heading
    .map((name, at) => ({ name: name.trim().slice(0, MAX_NAME_LENGTH).toWellFormed(), field: taken.get(at) ?? null }))
    .filter(({ name }) => name !== '')
    .slice(0, MAX_COLUMNS);
}

/** What the cells of a first line would be taken for. */
export const columnsIn = (cells: readonly string[]): FileColumn[] => fileColumns(cells, placesOf(cells, new Map()));

/** The given map, else what the remembered one says of the columns of this file. */
function mapOf(heading: readonly string[], { columns, remembered = new Map() }: ParseOptions): ColumnNames {
  const names = new Set(heading.map(plain));
  return columns ?? new Map([...remembered].filter(([, name]) => names.has(plain(name))));
}

function placesOf(heading: readonly string[], mapped: ColumnNames): ReadonlyMap<Column, number> {
  const names = heading.map(plain);
  const places = new Map<Column, number>();
  for (const column of fields) {
    const wanted = mapped.get(column);
    const candidates: readonly string[] = wanted === undefined ? headings[column] : [plain(wanted)];
    const place =
      candidates.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? translated(heading, candidates);
    if (place !== undefined) places.set(column, place);
  }
  return places;
}

/** `title_en`, `Titel (deutsch)`: a heading with the name of its language. */
const TRANSLATED =
  /^(.+?)[\s_-]+\(?(en|english|englisch|de|german|deutsch|fr|french|francais|français|es|spanish|it|pt|nl)\)?\s*$/i;

/** The column in English, or else the first one, of those that name their language; undefined if there is none. */
function translated(heading: readonly string[], candidates: readonly string[]): number | undefined {
  const found = heading.flatMap((name, at) => {
    const [, stem = '', language = ''] = (name.length <= MAX_NAME_LENGTH && TRANSLATED.exec(name)) || [];
    return candidates.includes(plain(stem)) ? [{ at, isEnglish: /^en/i.test(language) }] : [];
  });
  return (found.find(({ isEnglish }) => isEnglish) ?? found[0])?.at;
}

function talkOf(cells: readonly string[], places: ReadonlyMap<Column, number>, row: number): RawTalk {
  const cell: Cell = (column) => {
    const place = places.get(column);
    return place === undefined ? undefined : valueOf(cells[place]);
  };
  const tracks = cell('track');
  const speakers = cell('speakers');
  return {
    row,
    id: cell('id'),
    guid: cell('id'),
    // A row without a title, such as that of a break, has its type as one.
    title: [cells[places.get('title') ?? -1], cell('type'), cell('track')].find((text) => text?.trim()) ?? '',
    description: descriptionIn(cell('abstract'), cell('description')),
    ...timesIn(cell),
    duration: cell('duration'),
    type: sessionType(cell('type')),
    language: cell('language'),
    room: cell('room'),
    tracks: tracks === undefined ? undefined : tracks.split(/[|;\n]/, MAX_PARTS + 1),
    speakers: speakers === undefined ? undefined : namesIn(speakers).map((name) => ({ name })),
    links: linksOf(cell),
  };
}

/** A start and an end with their dates: a column may contain only the time, beside another with the date. */
function timesIn(cell: Cell): Pick<RawTalk, 'start' | 'end'> {
  const date = cell('date') ?? '';
  const given = (cell('start') ?? '').trim() || (cell('time') ?? '').trim();
  const [start, until] = rangeIn(given) ?? [given, cell('end')];
  const end = until?.trim();
  const endDate = cell('endDate')?.trim() ?? '';
  return {
    start: start === '' || hasDate(start) ? start || date.trim() : `${date} ${start}`.trim(),
    // Without a date, it is the next time of this clock after the start.
    end: end && endDate !== '' && !hasDate(end) ? `${endDate} ${end}` : end,
  };
}

/** Undefined if the file has neither column. */
const descriptionIn = (abstract: string | undefined, description: string | undefined): string | undefined =>
  abstract === undefined && description === undefined ? undefined : descriptionOf(abstract, description);

function linksOf(cell: Cell): SourceLink[] | undefined {
  const given = linkColumns.map(([column, kind]) => ({ kind, url: cell(column) }));
  if (given.every(({ url }) => url === undefined)) return undefined;
  return given.flatMap(({ kind, url }) => (url === undefined ? [] : [{ kind, url }]));
}
