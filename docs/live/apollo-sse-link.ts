import { ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import type { Client } from 'graphql-sse';
import { subscribeLive } from './live-client.js';

/** Sends subscriptions of Apollo Client as GraphQL over SSE. */
export class SseLink extends ApolloLink {
  readonly #client: Client;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  override request({ query, operationName, variables }: ApolloLink.Operation): Observable<ApolloLink.Result> {
    return new Observable((sink) =>
      subscribeLive(
        this.#client,
        { query: print(query), operationName: operationName ?? '', variables },
        {
          next: (result) => sink.next(result as ApolloLink.Result),
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        },
      ),
    );
  }
}
