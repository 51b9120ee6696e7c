import { Client, fetchExchange } from '@urql/core';

/** @param token called for each request; undefined for visitors */
export function createLiveUrqlClient(base: string, token: () => string | undefined): Client {
  return new Client({
    url: `${base}/graphql`,
    preferGetMethod: false,
    exchanges: [fetchExchange],
    // Subscriptions as GraphQL over SSE.
    fetchSubscriptions: true,
    fetchOptions: () => {
      const current = token();
      return { headers: current === undefined ? {} : { authorization: `Bearer ${current}` } };
    },
  });
}
