import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  event,
  expectCalm,
  graphParts,
  images,
  service,
  startImages,
  stopImages,
  storedFiles,
  token,
} from './image-uploads.js';
import { BOUNDARY, FORM_TYPE, formOf } from './multipart.js';
import { chunk, sendRaw } from './raw-request.js';

const MEGABYTE = 1024 * 1024;

beforeAll(startImages);
afterEach(expectCalm);
afterAll(stopImages);

describe('of 100 MB and more', () => {
  /** A form whose last part, a file, does not end. */
  const endless = function* (path: string, most: number, wrap: (part: Buffer) => Buffer) {
    const parts = graphParts(Buffer.alloc(0)).map((part) => ({
      ...part,
      name: part.name === '0' && path !== '/graphql' ? 'image' : part.name,
    }));
    yield wrap(formOf(parts).subarray(0, -Buffer.byteLength(`\r\n--${BOUNDARY}--\r\n`)));
    const part = wrap(Buffer.alloc(MEGABYTE, 1));
    for (let count = 0; count < most; count += 1) yield part;
  };
  const head = (path: string, ...lines: string[]) => [
    `POST ${path} HTTP/1.1`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${FORM_TYPE}`,
    'apollo-require-preflight: yes',
    ...lines,
  ];
  const same = (part: Buffer): Buffer => part;

  it.each([
    ['a known length', () => [`Content-Length: ${150 * MEGABYTE}`], same],
    ['an unknown length', () => ['Transfer-Encoding: chunked'], chunk],
  ] as const)(
    'with %s, returns a response, leaves nothing, and closes the connection',
    async (_, lines, wrap) => {
      for (const path of [`/v2.1/events/${event}/images`, '/graphql']) {
        const answer = await sendRaw(service, {
          head: head(path, ...lines()),
          body: endless(path, 150, wrap),
          finish: true,
          // Between the parts, the service in this process gets a turn of the event loop.
          pauseMs: 10,
          deadlineMs: 100_000,
        });
        expect([path, answer.status]).toEqual([path, path === '/graphql' ? 200 : 413]);
        expect(answer.endedMs).toBeLessThan(90_000);
      }
      expect([await images(), await storedFiles()]).toEqual([{}, []]);
    },
    240_000,
  );

  it('without end, returns a response, and closes the connection some seconds later', async () => {
    for (const path of [`/v2.1/events/${event}/images`, '/graphql']) {
      const answer = await sendRaw(service, {
        head: head(path, 'Transfer-Encoding: chunked'),
        body: endless(path, 100_000, chunk),
        pauseMs: 20,
        deadlineMs: 100_000,
      });
      expect([path, answer.status, answer.answeredMs < 50_000]).toEqual([path, path === '/graphql' ? 200 : 413, true]);
      expect([path, answer.endedMs < 90_000]).toEqual([path, true]);
    }
  }, 240_000);
});
