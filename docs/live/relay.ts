import { createClient } from 'graphql-sse';
import { Observable, type GraphQLResponse, type SubscribeFunction } from 'relay-runtime';

/** The second argument of `Network.create`. @param token called for each request; undefined for visitors */
export function subscribeWith(base: string, token: () => string | undefined): SubscribeFunction {
  const client = createClient({
    url: `${base}/graphql`,
    headers: (): Record<string, string> => {
      const current = token();
      return current === undefined ? {} : { authorization: `Bearer ${current}` };
    },
  });
  return ({ text, name }, variables) =>
    Observable.create((sink) =>
      client.subscribe(
        { query: text ?? '', operationName: name, variables },
        {
          ...sink,
          next: (result) => sink.next(result as GraphQLResponse),
          error: (error) => sink.error(error as Error),
        },
      ),
    );
}
