import { row } from '../../src/http/rows/row.js';
import { UserPageDocument } from '../documents.generated.js';
import { userPage } from './user-page.js';

/** The page of one user. */
export const userPages = [
  row('/user/:username', UserPageDocument, {
    variables: ({ params, maxPageSize }) => ({ username: params.username, limit: maxPageSize }),
    cache: { shows: 'everything', listsEvents: false },
    isList: true,
    reply: ({ userByUsername: user }, request) => user && userPage(user, request),
  }),
];
