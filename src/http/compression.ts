import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { weightsOf } from './weights.js';

/** Content coding of a response body. */
export type Coding = 'br' | 'gzip' | 'identity';

/** The content coding preferences of a client. */
export interface CodingPreference {
  /** The coding with the highest weight. */
  readonly coding: Coding;
  /** Whether the client rejects an uncompressed body. */
  readonly rejectsIdentity: boolean;
}

const UNCOMPRESSED: CodingPreference = { coding: 'identity', rejectsIdentity: false };
/** In order of precedence when a client weights them equally. */
const CODINGS = ['br', 'gzip'] as const;

/**
 * Negotiates the content coding (RFC 9110 §12.5.3). Codings that the header does not name rank below those that it
 * does. Falls back to identity if no available coding is acceptable.
 */
export function negotiateCoding(header: string | undefined): CodingPreference {
  if (header === undefined || header === '') return UNCOMPRESSED;
  const weights = weightsOf(header);
  const others = weights.get('*');
  const identity = weights.get('identity');
  let [coding, highest] = ['identity' as Coding, identity ?? 0];
  for (const name of CODINGS.toReversed()) {
    const weight = weights.get(name) ?? weights.get(`x-${name}`) ?? others ?? 0;
    if (weight > 0 && weight >= highest) [coding, highest] = [name, weight];
  }
  return { coding, rejectsIdentity: (identity ?? others) === 0 };
}

type CompressedCoding = Exclude<Coding, 'identity'>;

/** The compressed forms of a body that is sent repeatedly. */
export interface CompressedForms {
  /** Returns the compressed body if available; the second request of the body starts the compression. */
  readonly get: (coding: CompressedCoding) => Buffer | undefined;
  /** Awaits the compressed body. */
  readonly compress: (coding: CompressedCoding) => Promise<Buffer>;
}

const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_MODE_TEXT } = constants;
const BROTLI = { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT } };
/** Runs in libuv's threads, off the event loop. */
const compressors: Readonly<Record<CompressedCoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

/** A shorter body fits into one packet uncompressed. */
const MIN_BYTES = 1_024;
const MAX_QUEUED = 100;
/** One at a time, because passwords and images need the threads as well. */
const oneAtATime = pLimit(1);

/**
 * Compresses lazily, from the second request on, because most responses are requested only once.
 *
 * @param onGrow called with the number of bytes added
 * @returns undefined if the body is too short
 */
export function createCompressedForms(body: Buffer, onGrow: (bytes: number) => void): CompressedForms | undefined {
  if (body.length < MIN_BYTES) return undefined;
  const forms: Partial<Record<CompressedCoding, Buffer>> = {};
  const pending: Partial<Record<CompressedCoding, Promise<Buffer>>> = {};
  let requests = 0;
  const start = async (coding: CompressedCoding): Promise<Buffer> => {
    try {
      const bytes = detachBuffer(await oneAtATime(() => compressors[coding](body)));
      forms[coding] = bytes;
      onGrow(bytes.length);
      return bytes;
    } finally {
      delete pending[coding];
    }
  };
  const compress = async (coding: CompressedCoding): Promise<Buffer> =>
    forms[coding] ?? (pending[coding] ??= start(coding));
  return {
    compress,
    get(coding) {
      requests += 1;
      const isDue = requests > 1 && !pending[coding] && oneAtATime.pendingCount < MAX_QUEUED;
      // On failure, clients receive the uncompressed body, and the next request retries.
      if (!forms[coding] && isDue) compress(coding).catch(() => undefined);
      return forms[coding];
    },
  };
}

/** Detaches a buffer from Node's shared 64 kB pool, which any short buffer would otherwise retain as a whole. */
export function detachBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
