import { MAX_PARTS, type RawFile, type RawTalk } from './schedule.js';
import { sessionType } from './session-types.js';
import { csvRows } from './csv-rows.js';

const COLUMN_COUNT = 9;
const US_DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

/** Whether a first line is a talk in the format of the website: nine columns, the fourth of which is a date. */
export const isWebsiteRow = (cells: readonly string[]): boolean =>
  cells.length === COLUMN_COUNT && US_DATE.test(cells[3]?.trim() ?? '');

/**
 * Parses the format of the website: no heading, nine columns `title, description, speakers separated by |, mm/dd/yyyy,
 * hh:mm AM, minutes, language, type, track`.
 */
export function parseWebsiteCsv(text: string): RawFile {
  const { rows, problems } = csvRows(text, ',');
  const talks = rows.map((cells, index): RawTalk => {
    const [title = '', description = '', speakers = '', date = '', time = '', duration, language, type, track = ''] =
      cells;
    return {
      row: index + 1,
      ...{ title, description, duration, language, type: sessionType(type) },
      start: `${yearFirst(date)} ${time}`.trim(),
      speakers: speakers.split('|', MAX_PARTS + 1).map((name) => ({ name })),
      tracks: [track],
    };
  });
  return { talks, problems };
}

/** The website writes the month first, whatever the other rows contain. */
const yearFirst = (date: string): string =>
  date.trim().replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, month, day, year) => `${year}-${month}-${day}`);
