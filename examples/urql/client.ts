import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { Client, fetchExchange } from 'urql';
import { fetchAsUser, service } from '../common/session';

const cache = cacheExchange({
  // Types without an ID belong to the object that holds them.
  keys: { EventImage: () => null },
  resolvers: { Query: { events: relayPagination() } },
  updates: {
    Mutation: {
      // The new comment is the last one of the list, which is read again.
      commentOnTalk(_, { input }, store) {
        const talk = { __typename: 'Talk', id: (input as { talkId: string }).talkId };
        for (const { fieldName, arguments: args } of store.inspectFields(talk))
          if (fieldName === 'comments') store.invalidate(talk, fieldName, args);
      },
    },
  },
});

export const client = new Client({
  url: `${service}/graphql`,
  preferGetMethod: false,
  fetch: fetchAsUser,
  // Also for mutations with a file among their variables, which become multipart requests.
  fetchOptions: { headers: { 'apollo-require-preflight': 'true' } },
  exchanges: [cache, fetchExchange],
});
