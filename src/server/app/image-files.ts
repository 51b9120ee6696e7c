import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler } from 'express';
import {
  contentTypeOf,
  IMAGE_CACHE_CONTROL,
  imageTag,
  isImageName,
  type ByteRange,
  type ImageStore,
  type StoredFile,
} from '../../adapters/storage/image-store.js';
import { imagesDirectory } from '../../adapters/storage/open-image-store.js';
import type { Config } from '../../config/config.js';
import { DomainError } from '../../core/errors.js';
import type { Served } from '../../http/rows/dispatch.js';
import { isRead } from '../../http/send.js';

/**
 * Images by their names. The only part of the service that needs Express: for ranges and preconditions. A folder is
 * served without the store, which would read the time and the size of a file once more.
 */
export function servedImages(config: Config, store: ImageStore): Served {
  const app = express();
  app.disable('x-powered-by');
  app.use('/images', config.images.store === 'local' ? imagesInFolder(imagesDirectory(config)) : imagesInStore(store));
  return { paths: ['/images/*'], handler: app };
}

/** Headers of every image. Other origins may show it; it is never a document with scripts. */
const headers = {
  'Cache-Control': IMAGE_CACHE_CONTROL,
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Access-Control-Allow-Origin': '*',
};

/** Serves the images of a folder. */
const imagesInFolder = (directory: string): RequestHandler =>
  express.static(directory, {
    ...{ cacheControl: false, index: false, redirect: false },
    setHeaders(response, path) {
      response.setHeaders(new Map(Object.entries(headers)));
      const name = basename(path);
      if (isImageName(name)) response.setHeader('ETag', imageTag(name));
    },
  });

const RETRY_AFTER_SECONDS = 5;

/** Streams the images of a store. While it is unavailable, responds with 503. */
function imagesInStore(store: Pick<ImageStore, 'open' | 'stat'>): RequestHandler {
  return (request, response, next) => {
    const name = request.path.slice(1);
    if (!isRead(request) || !isImageName(name)) return next();
    serveImage(store, name, request, response).then(
      (isFound) => {
        if (!isFound) next();
      },
      (error: unknown) => {
        // The client has disconnected, or the store failed in between.
        if (response.headersSent || response.destroyed) response.destroy();
        else if (error instanceof DomainError && error.code === 'UNAVAILABLE') respondUnavailable(response);
        else next(error);
      },
    );
  };
}

/** @returns false if there is no such image */
async function serveImage(
  store: Pick<ImageStore, 'open' | 'stat'>,
  name: string,
  request: Request,
  response: ServerResponse,
): Promise<boolean> {
  const { 'if-none-match': tags, 'if-modified-since': since, range } = request.headers;
  let part: ByteRange | undefined;
  if (request.method === 'HEAD' || tags !== undefined || since !== undefined || range !== undefined) {
    const file = await store.stat(name);
    if (!file) return false;
    setHeaders(response, file);
    const ranges = request.method === 'GET' && isRangeOf(request, file) ? request.range(file.size) : undefined;
    const status = request.fresh ? 304 : ranges === UNSATISFIABLE ? 416 : 200;
    if (status === 416) response.setHeader('Content-Range', `bytes */${file.size}`);
    if (status !== 200) response.removeHeader('Content-Length');
    if (status !== 200 || request.method === 'HEAD') {
      response.writeHead(status).end();
      return true;
    }
    if (Array.isArray(ranges) && ranges.length === 1) [part] = ranges;
    if (part) response.setHeader('Content-Range', `bytes ${part.start}-${part.end}/${file.size}`);
  }
  const file = await store.open(name, part);
  if (!file) return false;
  setHeaders(response, file);
  if (part) response.statusCode = 206;
  // Closes the stream if the client has disconnected, and the response if the stream fails.
  await pipeline(file.body, response);
  return true;
}

/** Result of Express for ranges behind the end of a file. */
const UNSATISFIABLE = -1;

/** Whether `Range` applies: the file is still that of `If-Range`, if there is one. */
function isRangeOf({ headers: { 'if-range': condition } }: Request, { name, writtenAt }: StoredFile): boolean {
  return condition === undefined || condition === imageTag(name) || condition === writtenAt.toUTCString();
}

function setHeaders(response: ServerResponse, { name, size, writtenAt }: StoredFile): void {
  const own = {
    'Accept-Ranges': 'bytes',
    'Content-Type': contentTypeOf(name),
    ETag: imageTag(name),
    'Last-Modified': writtenAt.toUTCString(),
  };
  response.setHeaders(new Map(Object.entries({ ...headers, ...own, 'Content-Length': String(size) })));
}

function respondUnavailable(response: ServerResponse): void {
  const text = 'The image cannot be read at the moment, please try again.\n';
  response.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'Retry-After': String(RETRY_AFTER_SECONDS),
  });
  response.end(text);
}
