import { createClient, type Client, type ClientOptions, type ExecutionResult, type RequestParams } from 'graphql-sse';

/** 1 to 5 s after the first failure, up to a minute after further ones; at random, so that not all clients return at once. */
export const retryDelay = (retries: number): number => Math.min(2 ** retries, 12) * (1_000 + Math.random() * 4_000);

/** The milliseconds that `Retry-After` requests, as seconds or as a date. */
function requestedDelay({ headers }: Response): number {
  const text = headers.get('retry-after') ?? '0';
  const seconds = Number(text);
  return (Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000) || 0;
}

/** @param token called for each request; undefined for visitors */
export function createLiveClient(
  base: string,
  token: () => string | undefined = () => undefined,
  options: Partial<ClientOptions> = {},
): Client {
  let mayRetryAt = 0;
  return createClient({
    url: `${base}/graphql`,
    headers: (): Record<string, string> => {
      const current = token();
      return current === undefined ? {} : { authorization: `Bearer ${current}` };
    },
    // For as long as the service is away.
    retryAttempts: Infinity,
    retry: (retries) => {
      const requested = Math.max(0, mayRetryAt - Date.now());
      return new Promise((resolve) => setTimeout(resolve, requested + retryDelay(retries)));
    },
    fetchFn: async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request);
      mayRetryAt = Date.now() + requestedDelay(response);
      return endIfRefused(response);
    },
    ...options,
  });
}

/** Turns a refusal, such as of a document, into a result with its error: repeated, it would be refused again. */
async function endIfRefused(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (status < 400 || status === 429 || status >= 500) return response;
  const isResult = headers.get('content-type')?.includes('json') === true;
  const result = isResult ? await response.text() : JSON.stringify({ errors: [{ message: `HTTP ${status}` }] });
  return new Response(`event: next\ndata: ${result.replaceAll('\n', ' ')}\n\nevent: complete\ndata:\n\n`);
}

interface Sink<Data> {
  readonly next: (result: ExecutionResult<Data>) => void;
  readonly error: (error: unknown) => void;
  readonly complete: () => void;
}

/**
 * Subscribes, and resumes after the last message whenever the connection is lost, if the document has the variable
 * `$after` and selects `cursor`.
 *
 * @returns unsubscribes
 */
export function subscribeLive<Data>(
  client: Client,
  { variables, ...document }: RequestParams,
  sink: Sink<Data>,
): () => void {
  const request = { ...document, variables: { ...variables } };
  const isResumable = /\$after\b/.test(document.query);
  return client.subscribe<Record<string, unknown>>(request, {
    ...sink,
    next(result) {
      const [root] = Object.values(result.data ?? {});
      const cursor: unknown = Reflect.get(Object(root), 'cursor');
      // The client sends these variables when it connects again.
      if (isResumable && typeof cursor === 'string') Object.assign(request.variables, { after: cursor });
      sink.next(result as ExecutionResult<Data>);
    },
  });
}
