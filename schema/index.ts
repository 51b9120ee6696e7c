import 'reflect-metadata';
import { GraphQLEnumType, GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { errorCodes, reasons, type ErrorCode } from '../src/errors.js';
import { meaningOf } from './errors.js';
import { AccountMailMutations } from './account/account-mail.mutations.js';
import { AccountMutations } from './account/account.mutations.js';
import { ContactMutations } from './contact/contact.mutations.js';
import { AccessTokenConnectionResolver } from './access-token/access-token.connection.js';
import { AccessTokenMutations } from './access-token/access-token.mutations.js';
import { AccessTokenResolver } from './access-token/access-token.resolver.js';
import { ApplicationConnectionResolver } from './application/application.connection.js';
import { ApplicationMutations } from './application/application.mutations.js';
import { ApplicationResolver } from './application/application.resolver.js';
import { countWrites } from './count-writes.js';
import { callResolversDirectly } from './direct-resolvers.js';
import { EventCommentConnectionResolver } from './event-comment/event-comment.connection.js';
import { EventCommentMutations } from './event-comment/event-comment.mutations.js';
import { EventCommentResolver } from './event-comment/event-comment.resolver.js';
import { EventHostsMutations } from './event/event-hosts.mutations.js';
import { EventImagesMutations } from './event/event-images.mutations.js';
import { EventMarksMutations } from './event/event-marks.mutations.js';
import { EventWritesMutations } from './event/event-writes.mutations.js';
import { EventConnectionResolver } from './event/event.connection.js';
import { EventResolver } from './event/event.resolver.js';
import {
  LanguageConnectionResolver,
  ReferenceResolver,
  TalkTypeEntryConnectionResolver,
} from './language/reference.resolver.js';
import { CommentReportResolver } from './moderation/comment-report.resolver.js';
import { ModerationMutations } from './moderation/moderation.mutations.js';
import { SpeakerClaimResolver } from './moderation/speaker-claim.resolver.js';
import { RatingsResolver } from './ratings.js';
import { ResourceResolver, resourceTypeOf } from './resource/resource.resolver.js';
import { TalkCommentConnectionResolver } from './talk-comment/talk-comment.connection.js';
import { TalkCommentMutations } from './talk-comment/talk-comment.mutations.js';
import { TalkCommentResolver } from './talk-comment/talk-comment.resolver.js';
import { SpeakerMutations } from './talk/speaker.mutations.js';
import { SpeakerResolver } from './talk/speaker.resolver.js';
import { TalkLinkMutations } from './talk/talk-link.mutations.js';
import { TalkMarksMutations } from './talk/talk-marks.mutations.js';
import { TalkTracksMutations } from './talk/talk-tracks.mutations.js';
import { TalkConnectionResolver } from './talk/talk.connection.js';
import { TalkMutations } from './talk/talk.mutations.js';
import { TalkResolver } from './talk/talk.resolver.js';
import { TrackConnectionResolver } from './track/track.connection.js';
import { TrackMutations } from './track/track.mutations.js';
import { TrackResolver } from './track/track.resolver.js';
import { UserConnectionResolver } from './user/user.connection.js';
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

  EventMarksMutations,
  EventWritesMutations,
  EventHostsMutations,
  EventImagesMutations,
  TalkMarksMutations,
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
  UserMutations,
  ContactMutations,
] as const;

const codeDescriptions: Record<ErrorCode, string> = {
  UNAUTHENTICATED: 'You must be logged in for this.',
  FORBIDDEN: 'You are logged in, but this is not for you.',
  NOT_FOUND: 'What is to be changed is not there, or not for you to see.',
  INVALID: 'What you sent cannot be used; `problems` says which part and why.',
  DUPLICATE: 'You said the same before.',
  SPAM: 'The text was taken for spam.',
  CONFLICT: 'It does not fit what is stored.',
  PRECONDITION_FAILED: 'The record has changed since you read it.',
  RATE_LIMITED: 'Too much in too short a time; `retryAfter` says when to try again.',
  TOO_LARGE: 'You sent, or asked for, more than is allowed at once.',
  NOT_SUPPORTED: 'This service does not do this.',
  UNAVAILABLE: 'The service cannot answer now; `retryAfter` says when to try again.',
  INTERNAL: 'A fault of the service; its operators find it by the `requestId`.',
};

/** The closed unions of `errors[].extensions`, so that clients can generate types from the schema alone. */
const errorEnums = [
  new GraphQLEnumType({
    name: 'ErrorCode',
    description: 'What `errors[].extensions.code` may be.',
    values: Object.fromEntries(errorCodes.map((code) => [code, { description: codeDescriptions[code] }])),
  }),
  new GraphQLEnumType({
    name: 'ErrorReason',
    description: 'What `errors[].extensions.problems[].reason` may be.',
    values: Object.fromEntries(reasons.map((reason) => [reason, { description: meaningOf(reason) }])),
  }),
];

/** The whole graph, sorted by name, so that the printed schema does not depend on the order of the files. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: [...resolvers], validate: false });
  const config = schema.toConfig();
  const sorted = lexicographicSortSchema(new GraphQLSchema({ ...config, types: [...config.types, ...errorEnums] }));
  // type-graphql gives its root types no description.
  Object.assign(sorted.getQueryType() ?? {}, { description: 'Where every question begins.' });
  Object.assign(sorted.getMutationType() ?? {}, {
    description:
      'Everything that can be changed, one verb each. RATE_LIMITED where one user changes too much in too short a time.',
  });
  // It wraps this in a promise, for which compiled operations do not wait.
  Object.assign(sorted.getType('Resource') ?? {}, { resolveType: resourceTypeOf });
  callResolversDirectly(sorted);
  countWrites(sorted);
  return sorted;
}
