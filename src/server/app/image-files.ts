import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler } from 'express';
import {
  contentTypeOf,
  IMAGE_CACHE_CONTROL,
  isImageName,
  type ImageStore,
  type StoredFile,
} from '../../adapters/storage/image-store.js';
import { DomainError } from '../../core/errors.js';
import { isRead } from '../../http/send.js';

/** Headers of every image. Other origins may show it; it is never a document with scripts. */
const headers = {
  'Cache-Control': IMAGE_CACHE_CONTROL,
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Access-Control-Allow-Origin': '*',
};

/** Serves the images of a folder. */
export const imagesInFolder = (directory: string): RequestHandler =>
  express.static(directory, {
    ...{ cacheControl: false, index: false, redirect: false },
    setHeaders: (response) => void response.setHeaders(new Map(Object.entries(headers))),
  });

const RETRY_AFTER_SECONDS = 5;

/** Streams the images of a store. While it is unavailable, responds with 503. */
export function imagesInStore(store: Pick<ImageStore, 'open' | 'stat'>): RequestHandler {
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
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (request.method === 'HEAD' || tags !== undefined || since !== undefined) {
    const file = await store.stat(name);
    if (!file) return false;
    setHeaders(response, file);
    if (request.fresh) response.removeHeader('Content-Length');
    if (request.fresh || request.method === 'HEAD') {
      response.writeHead(request.fresh ? 304 : 200).end();
      return true;
    }
  }
  const file = await store.open(name);
  if (!file) return false;
  setHeaders(response, file);
  // Closes the stream if the client has disconnected, and the response if the stream fails.
  await pipeline(file.body, response);
  return true;
}

function setHeaders(response: ServerResponse, { name, size, writtenAt }: StoredFile): void {
  // As that of a folder: equal on all processes.
  const tag = `W/"${size.toString(16)}-${writtenAt.getTime().toString(16)}"`;
  const own = { 'Content-Type': contentTypeOf(name), ETag: tag, 'Last-Modified': writtenAt.toUTCString() };
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
