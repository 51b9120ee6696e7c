import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { SseLink } from './apollo-sse-link.js';

/** @param token called for each request; undefined for visitors */
export function createLiveApolloClient(base: string, token: () => string | undefined): ApolloClient {
  const url = `${base}/graphql`;
  const headers = (): Record<string, string> => {
    const current = token();
    return current === undefined ? {} : { authorization: `Bearer ${current}` };
  };
  return new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new SseLink({ url, headers }),
      new HttpLink({ uri: url }),
    ),
    cache: new InMemoryCache(),
  });
}
