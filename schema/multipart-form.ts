import busboy from 'busboy';
import AnnouncedFile from 'graphql-upload/Upload.mjs';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { MAX_IMAGE_BYTES } from '../src/adapters/images/limits.js';

const MAX_FILES = 1;
const limits = {
  // `operations` and `map`.
  fields: 2,
  fieldSize: 100 * 1024,
  files: MAX_FILES,
  // One byte above the limit, so that the reader can detect and reject an oversized file.
  fileSize: MAX_IMAGE_BYTES + 1,
};

type Form = Readable & { readonly headers: IncomingHttpHeaders };

/**
 * Parses the body of a GraphQL multipart request. Resolves to `operations` as soon as `map` has arrived, with an
 * {@link AnnouncedFile} at each path of the map. Streams files: nothing is written to disk, and only one buffer is read
 * before a resolver reads the file, which it does after its authorisation checks.
 *
 * @throws Error with `status` 400 or 413 for a malformed form
 */
export function readForm(form: Form): Promise<object> {
  return new Promise((resolve, reject) => {
    const parser = busboy({ headers: form.headers, limits });
    let operations: object | undefined;
    let files: ReadonlyMap<string, AnnouncedFile> | undefined;
    const rejectAll = (error: Error): void => {
      reject(error);
      for (const file of files?.values() ?? []) file.reject(error);
    };

    parser.on('field', (name, value, { valueTruncated }) => {
      try {
        if (valueTruncated) throw withStatus(413, `Form field too large: ${name}`);
        if (name === 'operations') operations = containerIn(value);
        if (name !== 'map') return;
        if (!operations) throw withStatus(400, 'Form field map must follow operations');
        files = announce(containerIn(value), operations);
        resolve(operations);
      } catch (error) {
        parser.destroy(error as Error);
      }
    });
    parser.on('file', (name, content) => {
      // The consumer of the stream receives its errors as well.
      content.on('error', () => undefined);
      if (!files) return parser.destroy(withStatus(400, 'Files must follow the form field map'));
      const file = files.get(name);
      if (file) file.resolve({ createReadStream: () => content });
      else content.resume();
      return undefined;
    });
    parser.once('filesLimit', () => parser.destroy(withStatus(413, `Too many files: at most ${MAX_FILES}`)));
    pipeline(form, parser, (error) => rejectAll(error ?? withStatus(400, 'Missing form field map, or missing file')));
  });
}

/** Replaces the null at each path of the map with a file. */
function announce(map: object, operations: object): ReadonlyMap<string, AnnouncedFile> {
  const entries: [string, unknown][] = Object.entries(map);
  if (entries.length > MAX_FILES) throw withStatus(413, `Too many files in map: at most ${MAX_FILES}`);
  return new Map(
    entries.map(([name, paths]) => {
      const file = new AnnouncedFile();
      if (!Array.isArray(paths)) throw withStatus(400, 'Invalid map: values must be arrays of paths');
      for (const path of paths) setFile(operations, String(path), file);
      return [name, file];
    }),
  );
}

function setFile(operations: object, path: string, file: AnnouncedFile): void {
  const members = path.split('.');
  const last = members.pop() ?? '';
  let container = operations;
  for (const member of members) container = asContainer(ownValue(container, member));
  ownValue(container, last);
  Reflect.set(container, last, file);
}

/** Rejects inherited members such as `__proto__`, because clients choose the path. */
function ownValue(container: object, member: string): unknown {
  if (!Object.hasOwn(container, member)) throw withStatus(400, 'Invalid path in map');
  return Reflect.get(container, member);
}

function containerIn(json: string): object {
  try {
    return asContainer(JSON.parse(json));
  } catch (cause) {
    throw withStatus(400, 'Form fields operations and map must be JSON objects', cause);
  }
}

function asContainer(value: unknown): object {
  if (typeof value === 'object' && value !== null) return value;
  throw withStatus(400, 'Invalid path in map');
}

const withStatus = (status: 400 | 413, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { status });
