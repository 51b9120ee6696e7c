import { GraphQLError, GraphQLScalarType } from 'graphql';
import AnnouncedFile from 'graphql-upload/Upload.mjs';
import processRequest from 'graphql-upload/processRequest.mjs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { Upload } from '../src/domain/event/event-images.js';
import { MOST_BYTES } from '../src/images/limits.js';

/**
 * Files in GraphQL requests (the GraphQL multipart request specification). The package's own scalar would bring a second
 * copy of graphql, so it is written here.
 */
export const UploadScalar = new GraphQLScalarType<Upload, never>({
  name: 'Upload',
  description: 'A file of at most 10 MB, sent as a part of a multipart request, in which the variable is null.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  parseValue(value) {
    if (value instanceof AnnouncedFile) return bytesOf(value);
    if (isUpload(value)) return value;
    throw new TypeError('This is no file of a multipart request');
  },
  parseLiteral(node) {
    throw new GraphQLError('A file is given as a variable', { nodes: node });
  },
  serialize() {
    throw new TypeError('Files are never answered');
  },
});

/** What the other door, or the tests of this one, give as a file. */
function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Nothing is read before somebody asks for the first byte. */
function bytesOf(file: AnnouncedFile): Upload {
  return {
    async *[Symbol.asyncIterator]() {
      const arrived = await arrivalOf(file);
      if (arrived === null) return;
      try {
        yield* arrived.createReadStream();
      } catch (error) {
        // What the system says (a full disk) is no fault of the sender; everything else is about the body.
        throw Reflect.has(Object(error), 'syscall') ? error : asSenders(error);
      }
    },
  };
}

/** Null when the form ends without the file that it announced, which the package tells by an error of this status. */
async function arrivalOf(file: AnnouncedFile): Promise<Awaited<AnnouncedFile['promise']> | null> {
  try {
    return await file.promise;
  } catch (error) {
    if (Reflect.get(Object(error), 'status') === 400) return null;
    throw asSenders(error);
  }
}

const limits = {
  // Operations and the map of files: without a file, which comes by itself, they are a few names.
  maxFieldSize: 100 * 1024,
  // The package takes a file for too large when it has as many bytes as this.
  maxFileSize: MOST_BYTES + 1,
  maxFiles: 1,
};

/** Operations, map and file; what else there is has no meaning, and to read ten thousand parts would keep everybody waiting. */
const MOST_PARTS = 20;

type Next = (error?: unknown) => void;

/**
 * Reads multipart requests of the graph: sets their body, and goes on as soon as operation and variables are known. Files
 * arrive meanwhile, in a temporary folder, and are deleted when the request has been answered.
 *
 * Without the header that makes browsers ask before they send, nothing is read: Apollo refuses such a request.
 */
export function receiveUploads(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  next: Next,
): void {
  const { 'content-type': type = '', 'apollo-require-preflight': preflight } = request.headers;
  if (!/^multipart\/form-data\b/i.test(type) || !preflight || request.method !== 'POST') {
    next();
    return;
  }
  const form = boundedForm(request);
  // An answer may come before the whole file has: what is still to come is let through, for the next request behind it.
  response.once('close', () => form.destroy());
  processRequest(form, response, limits).then(
    (body) => {
      request.body = body;
      next();
    },
    (error: unknown) => next(asSenders(form.errored ?? error)),
  );
}

/**
 * The body of a request, which breaks off once it has more parts than any needs: the package would read all of them before
 * it says that none is known. It also breaks off with its sender, or who waits for a file would wait for ever.
 */
function boundedForm(request: IncomingMessage): Transform & Pick<IncomingMessage, 'headers'> {
  const { headers } = request;
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '') ?? [];
  // The package says what is wrong with a form that does not say where its parts end.
  const boundary = Buffer.from(`--${quoted ?? plain ?? ''}`, 'latin1');
  let parts = 0;
  const form = new Transform({
    transform(bytes: Buffer, _, done) {
      let at = bytes.indexOf(boundary);
      for (; at !== -1 && parts <= MOST_PARTS; at = bytes.indexOf(boundary, at + boundary.length)) parts += 1;
      if (parts > MOST_PARTS) done(new Error('The form has too many parts'));
      else done(null, bytes);
    },
  });
  // Whoever reads the form hears of it as well, and answers.
  form.on('error', () => undefined);
  form.once('close', () => {
    request.unpipe(form);
    request.resume();
  });
  request.once('close', () => {
    if (!request.readableEnded) form.destroy();
  });
  return Object.assign(request.pipe(form), { headers });
}

/** Whatever is wrong with the body, its sender made it: an error without a status would be taken for ours. */
function asSenders(error: unknown): unknown {
  return Reflect.has(Object(error), 'status')
    ? error
    : Object.assign(new Error('The multipart body cannot be read', { cause: error }), { status: 400 });
}
