import { HeaderMap, type ApolloServer, type BaseContext } from '@apollo/server';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Request = IncomingMessage & { readonly body?: unknown };

/**
 * Has Apollo answer a request whose body has been read. What Apollo gives goes to Node as it is: by way of Express's
 * `send`, which looks for a type, a tag and a charset that are there, it takes a tenth of a short answer longer.
 */
export const answerGraph =
  <Context extends BaseContext, Some extends Request>(
    apollo: ApolloServer<Context>,
    contextOf: (request: Some) => Promise<Context>,
  ) =>
  async (request: Some, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', body = {} } = request;
    const {
      status,
      headers,
      body: answer,
    } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers: headersOf(request), search: searchOf(url), body },
      context: () => contextOf(request),
    });
    if (answer.kind !== 'complete') throw new TypeError('An operation was answered in parts');
    const bytes = Buffer.from(answer.string);
    response.writeHead(status ?? 200, { ...Object.fromEntries(headers), 'content-length': bytes.length });
    response.end(bytes);
  };

function headersOf({ headers }: Request): HeaderMap {
  const all = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) all.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  return all;
}

/** With its question mark; empty where there is none. */
function searchOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
}
