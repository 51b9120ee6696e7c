import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';

const list = relayPagination();

/** Types without an ID belong to the object that holds them. */
export const keys: NonNullable<CacheExchangeOpts['keys']> = {
  Change: () => null,
  ChangedTalk: () => null,
  CommentVersion: () => null,
  EventContents: () => null,
  EventImage: () => null,
  EventMessage: () => null,
  FeedbackPolicy: () => null,
  FeedbackSummary: () => null,
  NotificationSettings: () => null,
  RatingCount: () => null,
  Ratings: () => null,
  ScheduleColumn: () => null,
  ScheduleProblem: () => null,
  ScheduleProblemKind: () => null,
  ScheduleReport: () => null,
  ScheduleUrls: () => null,
  Speaking: () => null,
  TalkFeedbackMessage: () => null,
  TalkSource: () => null,
  Tasks: () => null,
};

/**
 * Appends pages of one list; `relayPagination` caches lists with different filters separately. Ask for each list with one
 * value of `first`: `pageInfo` is that of the page asked for last.
 */
export const resolvers: NonNullable<CacheExchangeOpts['resolvers']> = {
  Query: {
    accessTokens: list,
    applications: list,
    changes: list,
    events: list,
    languages: list,
    talkTypes: list,
    talks: list,
    users: list,
  },
  Event: { attendees: list, cancelledTalks: list, comments: list, talkComments: list, talks: list, tracks: list },
  FeedbackSummary: { talks: list },
  SharedFeedback: { comments: list },
  Speaking: { talks: list },
  Talk: { comments: list },
  Tasks: { assignments: list, claims: list, events: list, reports: list, submissions: list },
  Track: { talks: list },
  User: { attendedEvents: list, grants: list, hostedEvents: list, starredTalks: list, talkComments: list, talks: list },
  Webhook: { deliveries: list },
};

/** @param token called for each request; undefined for visitors */
export function createUrqlClient(base: string, token: () => string | undefined): Client {
  return new Client({
    url: `${base}/graphql`,
    // Also for mutations with a File or Blob among their variables, which become multipart requests.
    fetchOptions: () => {
      const current = token();
      const authorization = current === undefined ? {} : { authorization: `Bearer ${current}` };
      return { headers: { ...authorization, 'apollo-require-preflight': 'true' } };
    },
    exchanges: [cacheExchange({ keys, resolvers }), fetchExchange],
  });
}
