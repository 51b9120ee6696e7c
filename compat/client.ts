import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Methods that change nothing: v2.1 takes `PATCH` nowhere (contract §1.1), and it is asked for that answer alone. */
type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH';

/** What is asked for: JSON, JSONP, or the view for people (contract §1.2). */
type Form = 'json' | 'script' | 'page';

export interface Question {
  readonly method?: Method;
  readonly headers?: Readonly<Record<string, string>>;
  /** Says what the address or the headers ask for: JSON, unless said. */
  readonly form?: Form;
}

/** One request, and what came back. */
export interface Exchange {
  readonly method: Method;
  readonly url: string;
  readonly form: Form;
  /** Milliseconds since 1970 when it was asked. */
  readonly at: number;
  /** 0 when there was no answer: `text` then says why. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the text says as JSON; undefined when it is none. */
  readonly body: unknown;
}

export interface ClientSettings {
  /** Scheme, host and port of the server that is asked. */
  readonly base: string;
  readonly token: string | undefined;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  /** Milliseconds between two requests on each of these ways. */
  readonly pause: number;
  /** Milliseconds after which an answer is not waited for any longer. */
  readonly timeout: number;
}

export interface Client {
  /**
   * Asks a path, or an address that the server told: at `base`, whatever host the address names. As nobody, unless the
   * question says otherwise; redirects are not followed.
   */
  readonly ask: (address: string, question?: Question) => Promise<Exchange>;
  /** Everything that has been asked, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
  /** The headers of the user whose token was given; undefined without one. */
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
      const response = await fetch(url, {
        method,
        headers: { Accept: 'application/json', 'User-Agent': 'lectern-compat', ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      const text = await textOf(response);
      return { ...asked, status: response.status, headers: response.headers, text, body: parsed(text) };
    } catch (error) {
      return { ...asked, status: 0, headers: new Headers(), text: `no answer: ${reasonOf(error)}`, body: undefined };
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

/** Path and query of an address. */
export const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/?#]*/i, '');

/** Path and query of an address, with these parameters in place of those of the same names. */
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

/** The innermost cause: `fetch failed` says nothing. */
function reasonOf(error: unknown): string {
  const { cause, message } = Object(error) as { cause?: unknown; message?: unknown };
  return cause === undefined ? String(message) : reasonOf(cause);
}
