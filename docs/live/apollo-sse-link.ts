import { ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import { createClient, type Client, type ClientOptions } from 'graphql-sse';

/** Sends subscriptions of Apollo Client as GraphQL over SSE. */
export class SseLink extends ApolloLink {
  readonly #client: Client;

  constructor(options: ClientOptions) {
    super();
    this.#client = createClient(options);
  }

  override request({ query, operationName, variables }: ApolloLink.Operation): Observable<ApolloLink.Result> {
    return new Observable((sink) =>
      this.#client.subscribe<ApolloLink.Result['data']>(
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
