import 'reflect-metadata';
import { GraphQLEnumType, GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { errorCodes, reasons } from '../src/core/errors.js';
import type { Context } from '../src/core/context.js';
import { reasonDescription, persistedQueryCodes, type GraphErrorCode } from './error-messages.js';
import { AccountMailMutations, AccountMutations } from './account/account.mutations.js';
import { EmailChangeMutations } from './account/email-change.mutations.js';
import { ContactMutations } from './contact/contact.mutations.js';
import { AccessTokenConnectionResolver } from './access-token/access-token.type.js';
import { AccessTokenMutations } from './access-token/access-token.mutations.js';
import { AccessTokenResolver } from './access-token/access-token.resolver.js';
import { ApplicationConnectionResolver } from './application/application.type.js';
import { ApplicationMutations } from './application/application.mutations.js';
import { ApplicationResolver } from './application/application.resolver.js';
import { callResolversDirectly } from './direct-resolvers.js';
import { EventCommentConnectionResolver } from './event-comment/event-comment.type.js';
import { EventCommentMutations } from './event-comment/event-comment.mutations.js';
import { EventCommentResolver } from './event-comment/event-comment.resolver.js';
import {
  EventHostsMutations,
  EventWritesMutations,
  EventImagesMutations,
  EventAttendanceMutations,
} from './event/event.mutations.js';
import { EventConnectionResolver } from './event/event.type.js';
import { EventResolver } from './event/event.resolver.js';
import {
  LanguageConnectionResolver,
  ReferenceResolver,
  TalkTypeEntryConnectionResolver,
} from './language/reference.resolver.js';
import { CommentReportResolver } from './moderation/comment-report.type.js';
import { ModerationMutations } from './moderation/moderation.mutations.js';
import { SpeakerClaimResolver } from './moderation/speaker-claim.type.js';
import { RatingsResolver } from './ratings.js';
import { ResourceResolver, resourceTypeOf } from './resource/resource.resolver.js';
import { TalkCommentConnectionResolver } from './talk-comment/talk-comment.type.js';
import { TalkCommentMutations } from './talk-comment/talk-comment.mutations.js';
import { TalkCommentResolver } from './talk-comment/talk-comment.resolver.js';
import { SpeakerMutations } from './talk/speaker.mutations.js';
import { SpeakerResolver } from './talk/speaker.type.js';
import { TalkLinkMutations } from './talk/talk-link.mutations.js';
import { TalkStarsMutations, TalkMutations } from './talk/talk.mutations.js';
import { TalkTracksMutations } from './talk/talk-tracks.mutations.js';
import { TalkConnectionResolver } from './talk/talk.type.js';
import { TalkResolver } from './talk/talk.resolver.js';
import { TrackConnectionResolver } from './track/track.type.js';
import { TrackMutations } from './track/track.mutations.js';
import { TrackResolver } from './track/track.resolver.js';
import { UserConnectionResolver } from './user/user.type.js';
import { UserMutations } from './user/user.mutations.js';
import { UserResolver } from './user/user.resolver.js';

const resolvers = [
  EventResolver,
  EventConnectionResolver,
  TalkResolver,
  TalkConnectionResolver,
  SpeakerResolver,
  TrackResolver,
  TrackConnectionResolver,
  EventCommentResolver,
  EventCommentConnectionResolver,
  TalkCommentResolver,
  TalkCommentConnectionResolver,
  UserResolver,
  UserConnectionResolver,
  RatingsResolver,
  ReferenceResolver,
  LanguageConnectionResolver,
  TalkTypeEntryConnectionResolver,
  CommentReportResolver,
  SpeakerClaimResolver,
  ResourceResolver,
  AccessTokenResolver,
  AccessTokenConnectionResolver,
  ApplicationResolver,
  ApplicationConnectionResolver,

  EventAttendanceMutations,
  EventWritesMutations,
  EventHostsMutations,
  EventImagesMutations,
  TalkStarsMutations,
  AccessTokenMutations,
  ApplicationMutations,
  EventCommentMutations,
  TalkCommentMutations,
  ModerationMutations,
  SpeakerMutations,
  TalkMutations,
  TalkTracksMutations,
  TalkLinkMutations,
  TrackMutations,
  AccountMutations,
  AccountMailMutations,
  EmailChangeMutations,
  UserMutations,
  ContactMutations,
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
  const schema = await buildSchema({ resolvers: [...resolvers], validate: false });
  const config = schema.toConfig();
  const sorted = lexicographicSortSchema(new GraphQLSchema({ ...config, types: [...config.types, ...errorEnums] }));
  // type-graphql does not support descriptions of root types.
  Object.assign(sorted.getQueryType() ?? {}, { description: 'The query root of the schema.' });
  Object.assign(sorted.getMutationType() ?? {}, {
    description:
      'The mutation root of the schema. Mutations of authenticated users fail with RATE_LIMITED if they exceed the write limit per user.',
  });
  // type-graphql wraps `resolveType` in a promise, which compiled operations do not await.
  Object.assign(sorted.getType('Resource') ?? {}, { resolveType: resourceTypeOf });
  callResolversDirectly(sorted);
  limitWrites(sorted);
  return sorted;
}

/**
 * Rate-limits the mutations of authenticated callers, before each mutation field runs. Counts fields, so that aliases
 * and batches do not bypass the limit. Mutations open to anonymous callers are limited by address in their commands.
 */
function limitWrites(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field;
    field.resolve = async (root, args, context: Context, info) => {
      if (context.viewer) await context.limits.consume('writes_user', context.viewer.id);
      return resolve?.(root, args, context, info);
    };
  }
}
