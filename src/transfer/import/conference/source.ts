import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../core/errors.js';
import { readUpload } from '../../../adapters/images/read-upload.js';
import { OperatorError } from '../../../config/operator-error.js';

/** Client of the other server. Sends one request at a time and contacts no other host, to prevent SSRF. */
export interface Source {
  /** Whether a URL has this server's scheme, host and port. */
  readonly owns: (address: string) => boolean;
  /** Rejects the URL of another server. @throws OperatorError */
  readonly requireOwn: (address: string) => void;
  /**
   * Fetches and parses JSON.
   *
   * @throws OperatorError when the URL is on another server, not found, too slow, too large, or not JSON
   */
  readonly json: (address: string) => Promise<unknown>;
  /** Fetches the bytes of a URL. Throws like `json`. */
  readonly file: (address: string) => Promise<Buffer>;
}

const TIMEOUT_MS = 10_000;
const MEGABYTE = 1024 * 1024;
const MAX_RESPONSE_BYTES = 10 * MEGABYTE;
/** Ten times the size of the largest known conferences. */
const MAX_TOTAL_BYTES = 500 * MEGABYTE;
const ATTEMPTS = 4;
const MAX_PAUSE_SECONDS = 60;
const BUSY = new Set([429, 503]);
const USER_AGENT = 'Lectern (importing one conference)';

/** @param from any URL of the server */
export function openSource(from: URL): Source {
  let bytesLeft = MAX_TOTAL_BYTES;
  const owns = (address: string): boolean => URL.canParse(address) && new URL(address).origin === from.origin;

  const requireOwn = (address: string): void => {
    if (owns(address)) return;
    throw new OperatorError(
      `${new URL(address).href} is not on ${from.origin}, and no other server is contacted: if both are the same server, ` +
        'specify the URL that it uses for itself with --from.',
    );
  };
  const read = async (address: string, accept: string): Promise<Buffer> => {
    requireOwn(address);
    const response = await fetchWithRetries(address, accept);
    const problem = outcomeOf(response);
    if (problem !== null) {
      await response.body?.cancel();
      throw new OperatorError(`${address} ${problem}.`, { cause: response.status });
    }
    const bytes = await bodyOf(response, address);
    bytesLeft -= bytes.length;
    if (bytesLeft < 0)
      throw new OperatorError(`${from.origin} exceeds the size limit of an import: nothing was imported.`);
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
        const what = text.trimStart().startsWith('<') ? 'an HTML page' : 'another format';
        throw new OperatorError(
          `${address} returned ${what} instead of JSON: specify the URL of the event in the API, such as ` +
            'https://api.example.org/v2.1/events/5.',
          { cause },
        );
      }
    },
  };
}

/** Retries a busy server as its Retry-After requests, otherwise with exponential backoff. */
async function fetchWithRetries(address: string, accept: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetchOnce(address, accept);
    if (!BUSY.has(response.status)) return response;
    await response.body?.cancel();
    const seconds = retryAfter(response) ?? 2 ** (attempt - 1);
    if (attempt === ATTEMPTS || seconds > MAX_PAUSE_SECONDS) {
      throw new OperatorError(
        `${address} is busy (${response.status}): try again in ${Math.max(seconds, 60)} seconds.`,
      );
    }
    await pause(seconds * 1000);
  }
}

async function fetchOnce(address: string, accept: string): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { Accept: accept, 'User-Agent': USER_AGENT },
      // A redirect may lead to any host: the operator decides whether to trust it.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw networkError(address, cause);
  }
}

async function bodyOf({ body }: Response, address: string): Promise<Buffer> {
  try {
    return body === null ? Buffer.alloc(0) : await readUpload(body, MAX_RESPONSE_BYTES);
  } catch (cause) {
    if (cause instanceof DomainError && cause.code === 'TOO_LARGE') {
      throw new OperatorError(
        `${address} returned more than ${MAX_RESPONSE_BYTES / MEGABYTE} MB: this is not a v2.1 response.`,
      );
    }
    throw networkError(address, cause);
  }
}

/** A failed or aborted response; the cause is a network error or a timeout. */
function networkError(address: string, cause: unknown): OperatorError {
  const { name, code } = { ...errorFields(cause), ...errorFields(Reflect.get(Object(cause), 'cause')) };
  const why = name === 'TimeoutError' ? `did not respond within ${TIMEOUT_MS / 1000} seconds` : 'cannot be reached';
  return new OperatorError(
    `${address} ${why}${code ? ` (${code})` : ''}: check that the server is running, and try again.`,
    {
      cause,
    },
  );
}

function errorFields(error: unknown): { name?: string; code?: string } {
  const { name, code } = Object(error) as Record<string, unknown>;
  return { ...(typeof name === 'string' && { name }), ...(typeof code === 'string' && { code }) };
}

/** Statuses that are not a fault of the server. */
const refusals: Readonly<Record<number, string>> = {
  401: 'requires authentication: only public events can be imported',
  403: 'is not public: only public events can be imported',
  404: 'was not found (404): check that it is the URL of an event in the API, and that the event is public',
  410: 'no longer exists (410)',
};

/** Describes a failed response, as the rest of a sentence that begins with the URL; null on success. */
function outcomeOf({ status, headers }: Response): string | null {
  if (status === 200) return null;
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null && URL.canParse(target)) {
    const place = new URL(target);
    // Removes the parameter that selects HTML instead of JSON.
    place.searchParams.delete('format');
    return `redirects to ${place.href}: specify that URL with --from if you trust it`;
  }
  return refusals[status] ?? `responded with status ${status}: try again later, or contact the operator of that server`;
}

/** Parses Retry-After into seconds; undefined without the header. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
