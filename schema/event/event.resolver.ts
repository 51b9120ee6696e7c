import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { childConnection, eventConnection } from '../../src/reads/connection.js';
import type { eventRecord } from '../../src/reads/records.js';
import { eventByName } from '../../src/reads/by-name.js';
import { criteriaOf } from '../../src/domain/event/event-criteria.js';
import { requireHost, viewerHosts } from '../../src/reads/hosting.js';
import { EventCommentConnection } from '../event-comment/event-comment.connection.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { listComplexity, PageArgs, pageRequest, shortListComplexity } from '../paging.js';
import { asksOnlyFor } from '../selection.js';
import { SpeakerClaimType } from '../moderation/speaker-claim.type.js';
import { CommentReportType } from '../moderation/comment-report.type.js';
import { TalkCommentConnection } from '../talk-comment/talk-comment.connection.js';
import { TalkConnection } from '../talk/talk.connection.js';
import { talksWithRelations } from '../talk/talk-relations.js';
import { TrackConnection } from '../track/track.connection.js';
import { UserConnection } from '../user/user.connection.js';
import { UserType } from '../user/user.type.js';
import { EventsArgs } from './event.args.js';
import { EventConnection } from './event.connection.js';
import { EventType } from './event.type.js';

type EventRecord = ReturnType<typeof eventRecord>;
/** What the fields below need of an event. */
type EventFrame = Pick<EventRecord, 'id' | 'talkCount' | 'trackCount' | 'commentCount'>;

/** Whoever asks an event for nothing else than these need not wait for its whole record. */
const asksOnlyForFrame = asksOnlyFor([
  'id',
  'talks',
  'talkCount',
  'tracks',
  'trackCount',
  'comments',
  'commentCount',
  'talkComments',
  'attendees',
  'hosts',
  'viewerIsAttending',
  'viewerCanEdit',
  'reportedComments',
  'reportedTalkComments',
  'pendingClaims',
  '__typename',
]);

@Resolver(() => EventType)
export class EventResolver {
  @Query(() => EventType, {
    nullable: true,
    description: 'An event by its number; null when there is none, or none for you.',
  })
  event(
    @Arg('id', () => ID, { description: RECORD_ID }) id: string,
    @Ctx() { reads }: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EventFrame | null> | null {
    const batch = asksOnlyForFrame(info) ? 'eventFrame' : 'event';
    return recordId<EventFrame | null>(id, (known) => reads.load(batch, known));
  }

  @Query(() => EventType, {
    nullable: true,
    description: 'An event by its stub, in any case; null when there is none, or none for you.',
  })
  eventByStub(@Arg('stub', () => String, { description: 'The whole stub.' }) stub: string, @Ctx() { reads }: Context) {
    return eventByName(reads, 'stub', stub);
  }

  @Query(() => EventType, {
    nullable: true,
    description: 'An event by its slug; null when there is none, or none for you.',
  })
  eventBySlug(
    @Arg('slug', () => String, { description: 'The whole slug, as it is written.' }) slug: string,
    @Ctx() { reads }: Context,
  ) {
    return eventByName(reads, 'slug', slug);
  }

  @Query(() => EventConnection, { description: 'Approved events that are not private.', complexity: listComplexity })
  events(@Args(() => EventsArgs) args: EventsArgs, @Ctx() { viewer, reads, maxPageSize }: Context) {
    const unplaced = [args.first, args.last, args.before, args.after, args.offset].every((place) => place == null);
    return eventConnection(
      reads,
      criteriaOf(args, viewer, reads.scope.now),
      pageRequest(args, maxPageSize),
      unplaced ? 'server chooses' : 'as asked',
    );
  }

  @FieldResolver(() => TalkConnection, { description: 'Its talks, by start.', complexity: listComplexity })
  talks(
    @Root() event: EventFrame,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { reads, maxPageSize }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = childConnection(reads, 'talksOfEvent', event.id, pageRequest(args, maxPageSize), event.talkCount);
    return talksWithRelations(page, reads, info);
  }

  @FieldResolver(() => TrackConnection, { description: 'Its tracks, by name.', complexity: listComplexity })
  tracks(@Root() event: EventFrame, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'tracksOfEvent', event.id, pageRequest(args, maxPageSize), event.trackCount);
  }

  @FieldResolver(() => EventCommentConnection, {
    description: 'The comments on the event itself, newest first.',
    complexity: listComplexity,
  })
  comments(@Root() event: EventFrame, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'commentsOfEvent', event.id, pageRequest(args, maxPageSize), event.commentCount);
  }

  @FieldResolver(() => TalkCommentConnection, {
    description: 'The comments on all of its talks, newest first.',
    complexity: listComplexity,
  })
  talkComments(
    @Root() event: EventFrame,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { reads, maxPageSize }: Context,
  ) {
    return childConnection(reads, 'talkCommentsOfEvent', event.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => UserConnection, {
    description: 'Who said that they attend, by number.',
    complexity: listComplexity,
  })
  attendees(@Root() event: EventFrame, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'attendeesOfEvent', event.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => [UserType], { description: 'Who organises it, by name.', complexity: shortListComplexity })
  hosts(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    return reads.load('hostsOfEvent', event.id);
  }

  @FieldResolver(() => Boolean, { description: 'Whether you said that you attend; false when you are not logged in.' })
  viewerIsAttending(@Root() event: EventFrame, @Ctx() { viewer, reads }: Context) {
    return viewer !== null && reads.load('viewerAttends', event.id);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether you may edit it: as one of its hosts or as a site administrator.',
  })
  viewerCanEdit(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    return viewerHosts(reads, event.id);
  }

  @FieldResolver(() => [CommentReportType], {
    nullable: true,
    description: 'Undecided reports of comments on the event; for its hosts. Null, with an error, for everybody else.',
    complexity: shortListComplexity,
  })
  async reportedComments(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    await requireHost(reads, event.id, 'REPORTS_ARE_FOR_HOSTS');
    return reads.load('reportedCommentsOfEvent', event.id);
  }

  @FieldResolver(() => [CommentReportType], {
    nullable: true,
    description: 'Undecided reports of comments on its talks; for its hosts. Null, with an error, for everybody else.',
    complexity: shortListComplexity,
  })
  async reportedTalkComments(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    await requireHost(reads, event.id, 'REPORTS_ARE_FOR_HOSTS');
    return reads.load('reportedTalkCommentsOfEvent', event.id);
  }

  @FieldResolver(() => [SpeakerClaimType], {
    nullable: true,
    description:
      'Claims to its talks that one side has yet to confirm; for its hosts. Null, with an error, for everybody else.',
    complexity: shortListComplexity,
  })
  async pendingClaims(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    await requireHost(reads, event.id, 'CLAIMS_ARE_FOR_HOSTS');
    return reads.load('claimsOfEvent', event.id);
  }
}
