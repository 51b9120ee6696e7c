import { ApolloClient, ApolloLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { relayStylePagination } from '@apollo/client/utilities';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';

const list = relayStylePagination();
const programme = relayStylePagination(['from', 'orderBy', 'speakerId', 'starred', 'trackId', 'type', 'until']);

/**
 * The key arguments are the filters: `fetchMore` appends pages of one list, and other filters select other lists.
 * It merges `edges`, not `nodes`. Objects are normalized by type and ID, which is the default. `merge: true` is for
 * objects without an ID: otherwise, two views that show different fields of one replace it, and request it again.
 */
export const typePolicies: TypePolicies = {
  Query: {
    fields: {
      accessTokens: list,
      applications: list,
      changes: relayStylePagination(['eventId', 'kinds']),
      events: relayStylePagination(['filter', 'from', 'stub', 'tags', 'title', 'until']),
      languages: list,
      talkTypes: list,
      talks: relayStylePagination(['title']),
      users: relayStylePagination(['keyword', 'username']),
    },
  },
  Event: {
    fields: {
      ...{ attendees: list, cancelledTalks: list, comments: list, talkComments: list, tracks: list },
      talks: programme,
    },
  },
  EventContents: { merge: true },
  FeedbackPolicy: { merge: true },
  FeedbackSummary: { merge: true, fields: { talks: programme } },
  NotificationSettings: { merge: true },
  Ratings: { merge: true },
  ScheduleUrls: { merge: true },
  SharedFeedback: { fields: { comments: list } },
  Speaking: { merge: true, fields: { talks: list } },
  TalkSource: { merge: true },
  Talk: { fields: { comments: list } },
  Tasks: {
    merge: true,
    fields: { assignments: list, claims: list, events: list, reports: list, submissions: list },
  },
  Track: { fields: { talks: list } },
  User: {
    fields: {
      attendedEvents: list,
      grants: list,
      hostedEvents: list,
      starredTalks: list,
      talkComments: list,
      talks: list,
    },
  },
  Webhook: { fields: { deliveries: list } },
};

/** The members of unions and interfaces. `Node` is missing: no fragment here is on it. */
export const possibleTypes = {
  Comment: ['EventComment', 'TalkComment'],
  CommentReport: ['EventCommentReport', 'TalkCommentReport'],
  SearchResult: ['Event', 'Talk', 'User'],
  Resource: ['Event', 'EventComment', 'Language', 'Talk', 'TalkComment', 'Track', 'User'],
};

/** @param token called for each request; undefined for visitors */
export function createApolloClient(base: string, token: () => string | undefined): ApolloClient {
  const authorization = new SetContextLink(({ headers }) => {
    const current = token();
    return { headers: { ...headers, ...(current !== undefined && { authorization: `Bearer ${current}` }) } };
  });
  // Instead of HttpLink: a variable that is a File or Blob becomes a multipart request, which needs this header.
  const http = new UploadHttpLink({ uri: `${base}/graphql`, headers: { 'apollo-require-preflight': 'true' } });
  return new ApolloClient({
    link: ApolloLink.from([authorization, http]),
    cache: new InMemoryCache({ typePolicies, possibleTypes }),
  });
}
