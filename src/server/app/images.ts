import express, { type RequestHandler } from 'express';
import { join } from 'node:path';

const YEAR_MS = 365 * 86_400_000;

/** Serves uploaded and generated images. File names change with the content, so responses are immutable. */
export function images(dataDirectory: string): RequestHandler {
  return express.static(join(dataDirectory, 'images'), {
    immutable: true,
    maxAge: YEAR_MS,
    index: false,
    redirect: false,
    setHeaders: (response) => {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Disposition', 'inline');
      response.setHeader('Access-Control-Allow-Origin', '*');
    },
  });
}
