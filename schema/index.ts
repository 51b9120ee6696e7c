import 'reflect-metadata';
import { GraphQLEnumType, GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { buildSchema } from 'type-graphql';
import { errorCodes, reasons } from '../src/errors.js';
import { EventCommentConnectionResolver } from './event-comment/event-comment.connection.js';
import { EventCommentResolver } from './event-comment/event-comment.resolver.js';
import { EventConnectionResolver } from './event/event.connection.js';
import { EventResolver } from './event/event.resolver.js';
import {
  LanguageConnectionResolver,
  ReferenceResolver,
  TalkTypeEntryConnectionResolver,
} from './language/reference.resolver.js';
import { CommentReportResolver } from './moderation/comment-report.resolver.js';
import { SpeakerClaimResolver } from './moderation/speaker-claim.resolver.js';
import { RatingsResolver } from './ratings.js';
import { ResourceResolver } from './resource/resource.resolver.js';
import { TalkCommentConnectionResolver } from './talk-comment/talk-comment.connection.js';
import { TalkCommentResolver } from './talk-comment/talk-comment.resolver.js';
import { SpeakerResolver } from './talk/speaker.resolver.js';
import { TalkConnectionResolver } from './talk/talk.connection.js';
import { TalkResolver } from './talk/talk.resolver.js';
import { TrackConnectionResolver } from './track/track.connection.js';
import { TrackResolver } from './track/track.resolver.js';
import { UserConnectionResolver } from './user/user.connection.js';
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
] as const;

/** The closed unions of `errors[].extensions`, so that clients can generate types from the schema alone. */
const errorEnums = [
  new GraphQLEnumType({
    name: 'ErrorCode',
    description: 'What `errors[].extensions.code` may be.',
    values: Object.fromEntries(errorCodes.map((code) => [code, {}])),
  }),
  new GraphQLEnumType({
    name: 'ErrorReason',
    description: 'What `errors[].extensions.problems[].reason` may be.',
    values: Object.fromEntries(reasons.map((reason) => [reason, {}])),
  }),
];

/** The whole graph, sorted by name, so that the printed schema does not depend on the order of the files. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({ resolvers: [...resolvers], validate: false });
  const config = schema.toConfig();
  return lexicographicSortSchema(new GraphQLSchema({ ...config, types: [...config.types, ...errorEnums] }));
}
