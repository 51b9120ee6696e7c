import { GraphQLEnumType, GraphQLSchema, lexicographicSortSchema, type GraphQLObjectType } from 'graphql';
import { buildSchema } from 'type-graphql';
import { errorCodes, reasons } from '../src/core/errors.js';
import { reasonDescription, persistedQueryCodes, type GraphErrorCode } from './error-messages.js';
import { applicationMutations } from './application/application.mutations.js';
import { applicationQueries } from './application/application.type.js';
import { changeQueries } from './change/change.type.js';
import { commentMutations } from './comment/comment.mutations.js';
import { sharedFeedbackQueries } from './feedback/shared.type.js';
import { feedbackMutations } from './feedback/feedback.mutations.js';
import { commentQueries } from './comment/comment.type.js';
import { eventMutations } from './event/event.mutations.js';
import { eventStateMutations } from './event/event-states.mutations.js';
import { eventQueries } from './event/event.queries.js';
import './event/event.type.js';
import { scheduleMutations } from './event/schedule.mutations.js';
import { limitWrites } from './limit-writes.js';
import { attachResolvers } from './object-type.js';
import { referenceQueries } from './reference/reference.type.js';
import './ratings.js';
import { resourceQueries, resourceTypeOf } from './resource.queries.js';
import { speakerMutations, talkLinkMutations, talkTracksMutations } from './talk/talk-parts.mutations.js';
import { talkMutations } from './talk/talk.mutations.js';
import { talkQueries } from './talk/talk.type.js';
import { nodeQueries } from './node.queries.js';
import { searchQueries } from './search.queries.js';
import { nodeTypeOf } from './node.js';
import { subscriptionType } from './subscription/subscription.type.js';
import { taskQueries } from './task/task.type.js';
import { trackMutations } from './track/track.mutations.js';
import { trackQueries } from './track/track.type.js';
import { accountMutations } from './user/account.mutations.js';
import { calendarMutations } from './user/calendar.mutations.js';
import { ownAccountMutations } from './user/own-account.mutations.js';
import { notificationMutations } from './user/notification.mutations.js';
import { userMutations } from './user/user.mutations.js';
import { userQueries } from './user/user.type.js';
import { webhookMutations } from './webhook/webhook.mutations.js';
import { webhookQueries } from './webhook/webhook.type.js';

const resolvers = [
  ...[eventQueries, talkQueries, trackQueries, commentQueries, userQueries, applicationQueries],
  ...[nodeQueries, searchQueries, taskQueries, referenceQueries, resourceQueries, changeQueries],
  ...[
    eventMutations,
    eventStateMutations,
    talkMutations,
    speakerMutations,
    talkLinkMutations,
    talkTracksMutations,
    trackMutations,
  ],
  ...[
    scheduleMutations,
    commentMutations,
    feedbackMutations,
    sharedFeedbackQueries,
    userMutations,
    accountMutations,
    notificationMutations,
    ownAccountMutations,
    calendarMutations,
    applicationMutations,
    webhookQueries,
    webhookMutations,
  ],
] as const;

const codeDescriptions: Record<GraphErrorCode, string> = {
  UNAUTHENTICATED: 'Authentication required.',
  FORBIDDEN: 'Permission denied for the authenticated user or application.',
  NOT_FOUND: 'The record does not exist or is not visible to the viewer.',
  INVALID: 'Invalid input; `problems` lists the fields and reasons.',
  DUPLICATE: 'Duplicate of an earlier submission by the viewer.',
  SPAM: 'The text was classified as spam.',
  CONFLICT: 'The input conflicts with the stored data.',
  PRECONDITION_FAILED: 'A precondition failed: the record has changed since it was read.',
  RATE_LIMITED: 'Rate limit exceeded. `retryAfter` is the number of seconds to wait.',
  TOO_LARGE: 'The request, the selection or the response exceeds a limit.',
  NOT_SUPPORTED: 'Operation not supported by this service.',
  UNAVAILABLE: 'Service temporarily unavailable. `retryAfter` is the number of seconds to wait.',
  INTERNAL: 'Internal error. Operators can look it up in the logs by `requestId`.',
  PERSISTED_QUERY_NOT_FOUND: 'No document is registered under this hash. Send the document text with its hash.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'This service does not register documents. Send the document text without a hash.',
};

/** Enums of `errors[].extensions`, so that clients can generate types from the schema. */
const errorEnums = [
  new GraphQLEnumType({
    name: 'ErrorCode',
    description: 'Values of `errors[].extensions.code`.',
    values: Object.fromEntries(
      [...errorCodes, ...persistedQueryCodes].map((code) => [code, { description: codeDescriptions[code] }]),
    ),
  }),
  new GraphQLEnumType({
    name: 'ErrorReason',
    description: 'Values of `errors[].extensions.problems[].reason`.',
    values: Object.fromEntries(reasons.map((reason) => [reason, { description: reasonDescription(reason) }])),
  }),
];

/** Builds the schema, sorted by name, so that the printed schema does not depend on the order of the resolvers. */
export async function createSchema(): Promise<GraphQLSchema> {
  // The check executes an introspection query, which takes 0.1 s; the first validation of a document repeats the rest.
  const orphanedTypes = [subscriptionType];
  const schema = await buildSchema({ resolvers: [...resolvers], orphanedTypes, validate: false, skipCheck: true });
  const config = schema.toConfig();
  const subscription = schema.getType('Subscription') as GraphQLObjectType;
  const sorted = lexicographicSortSchema(
    new GraphQLSchema({ ...config, subscription, types: [...config.types, ...errorEnums] }),
  );
  // type-graphql does not support descriptions of root types.
  Object.assign(sorted.getQueryType() ?? {}, { description: 'The query root of the schema.' });
  Object.assign(sorted.getMutationType() ?? {}, {
    description:
      'The mutation root of the schema. Several mutations of an operation are executed one after the other, and each succeeds or fails on its own: the payload of a failed one is null, with an error whose path is its response name. Site administrators count as hosts of every event. Mutations of authenticated users fail with RATE_LIMITED if they exceed the write limit per user.',
  });
  // Not wrapped in promises, as in `attachResolvers`.
  Object.assign(sorted.getType('Resource') ?? {}, { resolveType: resourceTypeOf });
  for (const name of ['Node', 'SearchResult']) Object.assign(sorted.getType(name) ?? {}, { resolveType: nodeTypeOf });
  attachResolvers(sorted);
  limitWrites(sorted);
  return sorted;
}
