import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { SseLink } from './apollo-sse-link.js';
import { createLiveClient } from './live-client.js';

/** @param token called for each request; undefined for visitors */
export function createLiveApolloClient(base: string, token: () => string | undefined): ApolloClient {
  const url = `${base}/graphql`;
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new SseLink(createLiveClient(base, token)),
      new HttpLink({ uri: url }),
    ),
    cache: new InMemoryCache(),
  });
}
