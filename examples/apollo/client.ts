import { ApolloClient, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import { fetchAsUser, service } from '../common/session';

export const client = new ApolloClient({
  // A variable that is a file becomes a multipart request, which requires the header.
  link: new UploadHttpLink({
    uri: `${service}/graphql`,
    headers: { 'apollo-require-preflight': 'true' },
    fetch: fetchAsUser,
  }),
  cache: new InMemoryCache({
    // Pages of one list are appended; other filters select other lists.
    typePolicies: { Query: { fields: { events: relayStylePagination(['filter']) } } },
  }),
});
