import { readFile, writeFile } from 'node:fs/promises';
import type { RecordedResponse, Recording } from './exchange.js';

type Headers = RecordedResponse['headers'];

/** Recordings as they are stored: each set of headers once, one recording in a line. */
interface RecordedFile {
  readonly headers: readonly Headers[];
  readonly recordings: readonly StoredRecording[];
}
interface StoredRecording extends Pick<Recording, 'request'> {
  readonly responses: readonly (Omit<Recording['responses'][number], 'headers'> & {
    /** The index of those that are the same for many responses. */
    readonly common: number;
    readonly own: Headers;
  })[];
}

/** Headers that hardly any two responses share. */
const OWN = new Set(['etag', 'link', 'location', 'last-modified', 'content-location']);

const fileOf = (group: string): string => `test/recordings/recorded/${group}.json`;

export async function readRecordings(group: string): Promise<Recording[]> {
  const { headers, recordings } = JSON.parse(await readFile(fileOf(group), 'utf8')) as RecordedFile;
  return recordings.map(({ request, responses }) => ({
    request,
    responses: responses.map(({ common, own, ...response }) => ({
      ...response,
      headers: sorted({ ...headers[common], ...own }),
    })),
  }));
}

export async function writeRecordings(group: string, recordings: readonly Recording[]): Promise<void> {
  const known = new Map<string, number>();
  const lines = recordings.map(({ request, responses }) =>
    JSON.stringify({
      request,
      responses: responses.map(({ headers, ...response }) => {
        const [own, others] = [pick(headers, true), JSON.stringify(pick(headers, false))];
        const common = known.get(others) ?? known.size;
        known.set(others, common);
        return { ...response, common, own };
      }),
    }),
  );
  const file = `{"headers":[\n${[...known.keys()].join(',\n')}\n],"recordings":[\n${lines.join(',\n')}\n]}\n`;
  await writeFile(fileOf(group), file);
}

const pick = (headers: Headers, isOwn: boolean): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => OWN.has(name) === isOwn));

const sorted = (headers: Headers): Headers => Object.fromEntries(Object.entries(headers).sort());
