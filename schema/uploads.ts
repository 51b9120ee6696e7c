import {
  GraphQLError,
  GraphQLScalarType,
  visit,
  type DocumentNode,
  type OperationDefinitionNode,
  type VariableNode,
} from 'graphql';
import AnnouncedFile from 'graphql-upload/Upload.mjs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { Upload } from '../src/core/event/event-images.js';
import { readForm } from './multipart-form.js';
import { isMultipart } from './check-request.js';
import { isContainer, type Variables } from './variables.js';

/**
 * Uploads by the GraphQL multipart request specification. Implemented here because the scalar of graphql-upload would
 * load a second copy of graphql.
 */
export const UploadScalar = new GraphQLScalarType<Upload, never>({
  name: 'Upload',
  description:
    'A file of at most 10 MB, sent as a part of a GraphQL multipart request. The variable itself is null in `operations`.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  parseValue(value) {
    if (value instanceof AnnouncedFile) return bytesOf(value);
    if (isUpload(value)) return value;
    throw new TypeError('Not a file of a multipart request');
  },
  parseLiteral(node) {
    throw new GraphQLError('An upload must be passed as a variable', { nodes: node });
  },
  serialize() {
    throw new TypeError('Upload is an input-only scalar');
  },
});

/** Whether the value is a byte stream, as the REST facade and tests pass. */
function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Streams the file lazily: reads nothing before the consumer requests the first chunk. */
function bytesOf(file: AnnouncedFile): Upload {
  return {
    async *[Symbol.asyncIterator]() {
      const arrived = await arrivedFile(file);
      if (arrived === null) return;
      try {
        yield* arrived.createReadStream();
      } catch (error) {
        throw asClientError(error);
      }
    },
  };
}

/** Null if the form ends without the announced file, which the package signals by an error with status 400. */
async function arrivedFile(file: AnnouncedFile): Promise<Awaited<AnnouncedFile['promise']> | null> {
  try {
    return await file.promise;
  } catch (error) {
    if (Reflect.get(Object(error), 'status') === 400) return null;
    throw asClientError(error);
  }
}

/** A variable that passes a file to several places, which can read it only once; undefined without one. */
export function problemOfFiles(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | undefined {
  const name = Object.keys(variables).find((name) => holdsFile(variables[name]));
  if (name === undefined) return undefined;
  const uses: VariableNode[] = [];
  visit(document, {
    OperationDefinition: (node) => (node === operation ? undefined : false),
    VariableDefinition: () => false,
    Variable: (node) => void (node.name.value === name && uses.push(node)),
  });
  if (uses.length <= 1) return undefined;
  return new GraphQLError(`The variable "$${name}" contains a file, so it can be used only once.`, { nodes: uses });
}

function holdsFile(value: unknown): boolean {
  if (value instanceof AnnouncedFile) return true;
  return isContainer(value) && Object.values(value).some(holdsFile);
}

/** Maximum number of parts: `operations`, `map` and file suffice, and thousands of parts would block other requests. */
const MAX_PARTS = 20;

type Next = (error?: unknown) => void;

/**
 * Middleware that parses multipart GraphQL requests. Sets the body and calls `next` as soon as operation and variables
 * have arrived; streams files to the resolver that reads them.
 *
 * Reads nothing without the header that forces a CORS preflight: `checkRequest` rejects such a request.
 */
export function receiveUploads(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  next: Next,
): void {
  const { headers, method } = request;
  if (method !== 'POST' || !isMultipart(headers) || !headers['apollo-require-preflight']) {
    next();
    return;
  }
  const form = boundedForm(request);
  // The response may end before the upload: drains the rest of the body, so that the connection can be reused.
  response.once('close', () => form.destroy());
  readForm(form).then(
    (body) => {
      request.body = body;
      next();
    },
    (error: unknown) => next(asClientError(form.errored ?? error)),
  );
}

/**
 * Wraps the request body in a stream that fails once it exceeds the maximum number of parts; the package would read all
 * of them before it fails. Also destroys the stream when the client disconnects, so that no reader of a file waits
 * forever.
 */
function boundedForm(request: IncomingMessage): Transform & Pick<IncomingMessage, 'headers'> {
  const { headers } = request;
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(headers['content-type'] ?? '') ?? [];
  // The package rejects a form without a boundary.
  const boundary = Buffer.from(`--${quoted ?? plain ?? ''}`, 'latin1');
  let parts = 0;
  const form = new Transform({
    transform(bytes: Buffer, _, done) {
      let at = bytes.indexOf(boundary);
      for (; at !== -1 && parts <= MAX_PARTS; at = bytes.indexOf(boundary, at + boundary.length)) parts += 1;
      if (parts > MAX_PARTS) done(new Error('Too many parts in the form'));
      else done(null, bytes);
    },
  });
  // The reader of the form receives the error as well, and responds.
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

/** Marks an error of the body as a client error (400): without a status it would count as an internal error. */
function asClientError(error: unknown): unknown {
  return Reflect.has(Object(error), 'status')
    ? error
    : Object.assign(new Error('Malformed multipart body', { cause: error }), { status: 400 });
}
