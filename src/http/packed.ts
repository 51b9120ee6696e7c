import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import type { Coding } from './accept-encoding.js';
import { ownBytes } from './own-bytes.js';

type Packing = Exclude<Coding, 'identity'>;

/** The packed forms of one body that is sent again and again. */
export interface Packed {
  /** Its bytes in that form where they are there; has them made when anything has been asked for before. */
  readonly ready: (packing: Packing) => Buffer | undefined;
  /** Waits for them. */
  readonly made: (packing: Packing) => Promise<Buffer>;
}

const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_MODE_TEXT } = constants;
const BROTLI = { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT } };
/** In Node's threads, beside the event loop. */
const packings: Readonly<Record<Packing, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/** What is shorter fits a packet as it is. */
const LEAST_BYTES = 1_024;
const MOST_WAITING = 100;
/** One after the other: passwords and images need the threads as well. */
const inTurn = pLimit(1);

/**
 * Nothing is made for whoever asks first: most answers are asked for once.
 *
 * @param grew is told how many bytes were made
 * @returns undefined for what is too short
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
      // Where it fails the plain bytes go on being sent, and the next request has it tried again.
      if (!forms[packing] && isTime) made(packing).catch(() => undefined);
      return forms[packing];
    },
  };
}
