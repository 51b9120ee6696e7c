import { Observable, type GraphQLResponse, type SubscribeFunction } from 'relay-runtime';
import { createLiveClient, subscribeLive } from './live-client.js';

/** The second argument of `Network.create`. @param token called for each request; undefined for visitors */
export function subscribeWith(base: string, token: () => string | undefined): SubscribeFunction {
  const client = createLiveClient(base, token);
  return ({ text, name }, variables) =>
    Observable.create((sink) =>
      subscribeLive(
        client,
        { query: text ?? '', operationName: name, variables },
        {
          ...sink,
          next: (result) => sink.next(result as GraphQLResponse),
          error: (error) => sink.error(error as Error),
        },
      ),
    );
}
