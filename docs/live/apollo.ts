import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { OperationTypeNode } from 'graphql';
import { SseLink } from './apollo-sse-link.js';
import { createLiveClient } from './live-client.js';

/** @param token called for each request; undefined for visitors */
export function createLiveApolloClient(base: string, token: () => string | undefined): ApolloClient {
  const withToken = new SetContextLink(({ headers }) => {
    const current = token();
    return { headers: { ...headers, ...(current !== undefined && { authorization: `Bearer ${current}` }) } };
  });
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new SseLink(createLiveClient(base, token)),
      withToken.concat(new HttpLink({ uri: `${base}/graphql` })),
    ),
    cache: new InMemoryCache(),
  });
}
