import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import type { Coding } from './accept-encoding.js';
import { ownBytes } from './own-bytes.js';

type Packing = Exclude<Coding, 'identity'>;

/** The compressed forms of a body that is sent repeatedly. */
export interface Packed {
  /** Returns the compressed body if available; the second request of the body starts the compression. */
  readonly ready: (packing: Packing) => Buffer | undefined;
  /** Awaits the compressed body. */
  readonly made: (packing: Packing) => Promise<Buffer>;
}

const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_MODE_TEXT } = constants;
const BROTLI = { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT } };
/** Runs in libuv's threads, off the event loop. */
const packings: Readonly<Record<Packing, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/** A shorter body fits into one packet uncompressed. */
const LEAST_BYTES = 1_024;
const MOST_WAITING = 100;
/** One at a time, because passwords and images need the threads as well. */
const inTurn = pLimit(1);

/**
 * Compresses lazily, from the second request on, because most responses are requested only once.
 *
 * @param grew called with the number of bytes added
 * @returns undefined if the body is too short
 */
export function packedForms(body: Buffer, grew: (bytes: number) => void): Packed | undefined {
  if (body.length < LEAST_BYTES) return undefined;
  const forms: Partial<Record<Packing, Buffer>> = {};
  const making: Partial<Record<Packing, Promise<Buffer>>> = {};
  let asked = 0;
  const make = async (packing: Packing): Promise<Buffer> => {
    try {
      const bytes = ownBytes(await inTurn(() => packings[packing](body)));
      forms[packing] = bytes;
      grew(bytes.length);
      return bytes;
    } finally {
      delete making[packing];
    }
  };
  const made = async (packing: Packing): Promise<Buffer> => forms[packing] ?? (making[packing] ??= make(packing));
  return {
    made,
    ready(packing) {
      asked += 1;
      const isTime = asked > 1 && !making[packing] && inTurn.pendingCount < MOST_WAITING;
      // On failure, clients receive the uncompressed body, and the next request retries.
      if (!forms[packing] && isTime) made(packing).catch(() => undefined);
      return forms[packing];
    },
  };
}
