import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../errors.js';
import { readUpload } from '../../images/read-upload.js';
import { OperatorError } from '../../operator-error.js';
import { outcomeOf, retryAfter } from './answers.js';

/** The other server. It is asked one thing at a time, and nobody else is asked because of what it says. */
export interface Source {
  /** Whether an address is one of this server, by scheme, host and port. */
  readonly owns: (address: string) => boolean;
  /** Refuses an address of another server. @throws OperatorError */
  readonly requireOwn: (address: string) => void;
  /**
   * What stands at an address.
   *
   * @throws OperatorError when it is another server's, is not there, takes too long, is too large, or is no JSON
   */
  readonly json: (address: string) => Promise<unknown>;
  /** The bytes at an address. As `json`. */
  readonly file: (address: string) => Promise<Buffer>;
}

const TIMEOUT_MS = 10_000;
const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 10 * MEGABYTE;
/** The largest conferences there are have a tenth of it. */
const MOST_BYTES_IN_ALL = 500 * MEGABYTE;
const ATTEMPTS = 4;
const LONGEST_PAUSE_SECONDS = 60;
const BUSY = new Set([429, 503]);
const USER_AGENT = 'Lectern (importing one conference)';

/** @param from any address of the server */
export function openSource(from: URL): Source {
  let bytesLeft = MOST_BYTES_IN_ALL;
  const owns = (address: string): boolean => URL.canParse(address) && new URL(address).origin === from.origin;

  const requireOwn = (address: string): void => {
    if (owns(address)) return;
    throw new OperatorError(
      `${new URL(address).href} is not on ${from.origin}, and no other server is asked: if both are the same one, ` +
        'give --from the address by which it calls itself.',
    );
  };
  const read = async (address: string, accept: string): Promise<Buffer> => {
    requireOwn(address);
    const response = await askPatiently(address, accept);
    const problem = outcomeOf(response);
    if (problem !== null) {
      await response.body?.cancel();
      throw new OperatorError(`${address} ${problem}.`, { cause: response.status });
    }
    const bytes = await bodyOf(response, address);
    bytesLeft -= bytes.length;
    if (bytesLeft < 0)
      throw new OperatorError(`${from.origin} sends more than any conference has: nothing is imported.`);
    return bytes;
  };

  return {
    owns,
    requireOwn,
    file: (address) => read(address, 'image/*'),
    json: async (address) => {
      const text = (await read(address, 'application/json')).toString('utf8');
      try {
        return JSON.parse(text) as unknown;
      } catch (cause) {
        const what = text.trimStart().startsWith('<') ? 'a page for people' : 'something else';
        throw new OperatorError(
          `${address} answers with ${what}, and not with JSON: give the address of the event in the API, such as ` +
            'https://api.example.org/v2.1/events/5.',
          { cause },
        );
      }
    },
  };
}

/** A server that is busy is asked again when it wants to be. */
async function askPatiently(address: string, accept: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await ask(address, accept);
    if (!BUSY.has(response.status)) return response;
    await response.body?.cancel();
    const seconds = retryAfter(response) ?? 2 ** (attempt - 1);
    if (attempt === ATTEMPTS || seconds > LONGEST_PAUSE_SECONDS) {
      throw new OperatorError(
        `${address} is busy (${response.status}): try again in ${Math.max(seconds, 60)} seconds.`,
      );
    }
    await pause(seconds * 1000);
  }
}

async function ask(address: string, accept: string): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { Accept: accept, 'User-Agent': USER_AGENT },
      // Where it leads may be anybody's: an operator decides whether to ask there.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw broken(address, cause);
  }
}

async function bodyOf({ body }: Response, address: string): Promise<Buffer> {
  try {
    return body === null ? Buffer.alloc(0) : await readUpload(body, MOST_BYTES);
  } catch (cause) {
    if (cause instanceof DomainError && cause.code === 'TOO_LARGE') {
      throw new OperatorError(`${address} answers with more than ${MOST_BYTES / MEGABYTE} MB: that is no v2.1.`);
    }
    throw broken(address, cause);
  }
}

/** No answer, or one that breaks off; what exactly happened is an error of the network, or of its time limit. */
function broken(address: string, cause: unknown): OperatorError {
  const { name, code } = { ...words(cause), ...words(Reflect.get(Object(cause), 'cause')) };
  const why = name === 'TimeoutError' ? `does not answer within ${TIMEOUT_MS / 1000} seconds` : 'cannot be reached';
  return new OperatorError(
    `${address} ${why}${code ? ` (${code})` : ''}: look whether the server runs, and try again.`,
    {
      cause,
    },
  );
}

function words(error: unknown): { name?: string; code?: string } {
  const { name, code } = Object(error) as Record<string, unknown>;
  return { ...(typeof name === 'string' && { name }), ...(typeof code === 'string' && { code }) };
}
