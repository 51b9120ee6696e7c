import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { createLiveClient, subscribeLive } from './live-client.js';

/** @param token called for each request; undefined for visitors */
export function createLiveUrqlClient(base: string, token: () => string | undefined): Client {
  const live = createLiveClient(base, token);
  return new Client({
    url: `${base}/graphql`,
    preferGetMethod: false,
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: subscribeLive(live, { query, variables: { ...variables } }, sink) }),
        }),
      }),
    ],
    fetchOptions: () => {
      const current = token();
      return { headers: current === undefined ? {} : { authorization: `Bearer ${current}` } };
    },
  });
}
