import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Safe requests: no path supports `PATCH` (contract §1.1), so it only provokes the 405 response. */
type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH';

/** Requested format: JSON, JSONP or an HTML page (contract §1.2). */
type Form = 'json' | 'script' | 'page';

export interface Question {
  readonly method?: Method;
  readonly headers?: Readonly<Record<string, string>>;
  /** Format that the URL or headers request; JSON by default. */
  readonly form?: Form;
}

/** A request and its response. */
export interface Exchange {
  readonly method: Method;
  readonly url: string;
  readonly form: Form;
  /** Unix timestamp of the request in milliseconds. */
  readonly at: number;
  /** 0 without a response; `text` then contains the reason. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined if it is not JSON. */
  readonly body: unknown;
}

export interface ClientSettings {
  /** Scheme, host and port of the checked server. */
  readonly base: string;
  readonly token: string | undefined;
  /** Maximum number of requests in flight. */
  readonly concurrency: number;
  /** Milliseconds between two requests of each concurrent slot. */
  readonly pause: number;
  /** Timeout of a request in milliseconds. */
  readonly timeout: number;
}

export interface Client {
  /**
   * Requests a path or a URL from a response, always at `base` regardless of its host. Anonymous unless the question
   * has credentials; does not follow redirects.
   */
  readonly ask: (address: string, question?: Question) => Promise<Exchange>;
  /** All exchanges in the order of their responses. */
  readonly exchanges: readonly Exchange[];
  /** Headers with the access token; undefined without one. */
  readonly asUser: { readonly Authorization: string } | undefined;
}

const LARGEST_BODY = 20_000_000;

export function createClient({ base, token, concurrency, pause, timeout }: ClientSettings): Client {
  const exchanges: Exchange[] = [];
  const inTurn = pLimit(concurrency);

  async function exchange(
    address: string,
    { method = 'GET', headers = {}, form = 'json' }: Question,
  ): Promise<Exchange> {
    const url = base + pathOf(address);
    const asked = { method, url, form, at: Date.now() };
    try {
      const init = {
        method,
        headers: { Accept: 'application/json', 'User-Agent': 'lectern-compat', ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      } as const;
      // A server may close an idle connection at the moment when a request is sent; all requests are safe to repeat.
      const response = await fetch(url, init).catch((error: unknown) => {
        if (codeOf(error) === 'ECONNRESET' || codeOf(error) === 'UND_ERR_SOCKET') return fetch(url, init);
        throw error;
      });
      const text = await textOf(response);
      return { ...asked, status: response.status, headers: response.headers, text, body: parsed(text) };
    } catch (error) {
      return { ...asked, status: 0, headers: new Headers(), text: `no response: ${reasonOf(error)}`, body: undefined };
    }
  }

  return {
    ask: (address, question = {}) =>
      inTurn(async () => {
        const answer = await exchange(address, question);
        exchanges.push(answer);
        await delay(pause);
        return answer;
      }),
    exchanges,
    asUser: token === undefined ? undefined : { Authorization: `Bearer ${token}` },
  };
}

/** Path and query of a URL. */
export const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/?#]*/i, '');

/** Path and query of a URL with replaced parameters. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(pathOf(address), 'http://any');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error(`more than ${LARGEST_BODY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): unknown => Object(Object(error).cause).code;

/** Message of the innermost cause, because `fetch failed` is not informative. */
function reasonOf(error: unknown): string {
  const { cause, message } = Object(error) as { cause?: unknown; message?: unknown };
  return cause === undefined ? String(message) : reasonOf(cause);
}
