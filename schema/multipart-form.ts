import busboy from 'busboy';
import AnnouncedFile from 'graphql-upload/Upload.mjs';
import type { IncomingHttpHeaders } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { MAX_IMAGE_BYTES } from '../src/adapters/images/limits.js';
import { HttpError } from '../src/http/http-error.js';

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
 * Parses the body of a GraphQL multipart request. Resolves to `operations`, with an {@link AnnouncedFile} at the path of
 * the map, as soon as its file begins: nothing is executed if the map is wrong. Streams files: nothing is written to
 * disk, and only one buffer is read before a resolver reads the file, which it does after its authorisation checks.
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
        if (!operations) throw wrongOrder();
        files = announce(containerIn(value), operations);
      } catch (error) {
        parser.destroy(error as Error);
      }
    });
    parser.on('file', (name, content) => {
      // The consumer of the stream receives its errors as well.
      content.on('error', () => undefined);
      if (!files || !operations) return parser.destroy(wrongOrder());
      const file = files.get(name);
      if (!file) return parser.destroy(wrongMap());
      file.resolve({ createReadStream: () => content });
      resolve(operations);
      return undefined;
    });
    parser.once('filesLimit', () => parser.destroy(withStatus(413, `Too many files: at most ${MAX_FILES}`)));
    pipeline(form, parser, (error) => {
      if (!error && operations && files?.size === 0) resolve(operations);
      else rejectAll(error ?? (files ? wrongMap() : wrongOrder()));
    });
  });
}

/** Replaces the null at the path of each file with that file, whose bytes can be read only once. */
function announce(map: object, operations: object): ReadonlyMap<string, AnnouncedFile> {
  const entries: [string, unknown][] = Object.entries(map);
  if (entries.length > MAX_FILES) throw withStatus(413, `Too many files in map: at most ${MAX_FILES}`);
  return new Map(
    entries.map(([name, paths]) => {
      const file = new AnnouncedFile();
      if (!Array.isArray(paths) || paths.length !== 1) throw wrongMap();
      setFile(operations, String(paths[0]), file);
      return [name, file];
    }),
  );
}

function setFile(operations: object, path: string, file: AnnouncedFile): void {
  const members = path.split('.');
  const last = members.pop() ?? '';
  let container = operations;
  for (const member of members) container = asContainer(ownValue(container, member));
  if (ownValue(container, last) !== null) throw wrongMap();
  Reflect.set(container, last, file);
}

/** Rejects inherited members such as `__proto__`, because clients choose the path. */
function ownValue(container: object, member: string): unknown {
  if (!Object.hasOwn(container, member)) throw wrongMap();
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
  throw wrongMap();
}

const wrongOrder = (): HttpError => new HttpError(400, 'INVALID', 'FORM_ORDER_INVALID');
const wrongMap = (): HttpError => new HttpError(400, 'INVALID', 'FORM_MAP_INVALID');

const withStatus = (status: 400 | 413, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { status });
