import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { childConnection, eventConnection } from '../../src/core/reads/connection.js';
import type { eventRecord } from '../../src/core/reads/records.js';
import { eventByName } from '../../src/core/reads/by-name.js';
import { criteriaOf } from '../../src/core/event/event-criteria.js';
import { requireHost, viewerHosts } from '../../src/core/reads/hosting.js';
import { EventCommentConnection } from '../event-comment/event-comment.type.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { listComplexity, PageArgs, pageRequest, shortListComplexity } from '../paging.js';
import { selectsOnly } from '../selection.js';
import { SpeakerClaimType } from '../moderation/speaker-claim.type.js';
import { CommentReportType } from '../moderation/comment-report.type.js';
import { TalkCommentConnection } from '../talk-comment/talk-comment.type.js';
import { TalkConnection } from '../talk/talk.type.js';
import { talksWithRelations } from '../talk/talk-relations.js';
import { TrackConnection } from '../track/track.type.js';
import { UserConnection, UserType } from '../user/user.type.js';
import { EventsArgs } from './event.args.js';
import { EventConnection, EventType } from './event.type.js';

type EventRecord = ReturnType<typeof eventRecord>;
/** The columns that the field resolvers below read. */
type EventFrame = Pick<EventRecord, 'id' | 'talkCount' | 'trackCount' | 'commentCount'>;

/** Whether only these fields are selected, which do not require the full record. */
const selectsOnlyFrame = selectsOnly([
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
    description: 'Look up an event by ID. Returns null if it does not exist or is not visible to the viewer.',
  })
  event(
    @Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string,
    @Ctx() { reads }: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EventFrame | null> | null {
    const batch = selectsOnlyFrame(info) ? 'eventFrame' : 'event';
    return loadById<EventFrame | null>(id, (known) => reads.load(batch, known));
  }

  @Query(() => EventType, {
    nullable: true,
    description:
      'Look up an event by stub, case-insensitive. Returns null if it does not exist or is not visible to the viewer.',
  })
  eventByStub(@Arg('stub', () => String, { description: 'The exact stub.' }) stub: string, @Ctx() { reads }: Context) {
    return eventByName(reads, 'stub', stub);
  }

  @Query(() => EventType, {
    nullable: true,
    description: 'Look up an event by slug. Returns null if it does not exist or is not visible to the viewer.',
  })
  eventBySlug(
    @Arg('slug', () => String, { description: 'The exact slug, case-sensitive.' }) slug: string,
    @Ctx() { reads }: Context,
  ) {
    return eventByName(reads, 'slug', slug);
  }

  @Query(() => EventConnection, {
    description: 'Approved events that are not private, unless `filter` selects pending submissions.',
    complexity: listComplexity,
  })
  events(@Args(() => EventsArgs) args: EventsArgs, @Ctx() { viewer, reads, maxPageSize }: Context) {
    const isUnpositioned = [args.first, args.last, args.before, args.after, args.offset].every(
      (place) => place == null,
    );
    return eventConnection(
      reads,
      criteriaOf(args, viewer, reads.scope.now),
      pageRequest(args, maxPageSize),
      isUnpositioned ? 'server chooses' : 'as requested',
    );
  }

  @FieldResolver(() => TalkConnection, {
    description: 'Talks of the event, earliest start first.',
    complexity: listComplexity,
  })
  talks(
    @Root() event: EventFrame,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { reads, maxPageSize }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = childConnection(reads, 'talksOfEvent', event.id, pageRequest(args, maxPageSize), event.talkCount);
    return talksWithRelations(page, reads, info);
  }

  @FieldResolver(() => TrackConnection, {
    description: 'Tracks of the event, ordered by name.',
    complexity: listComplexity,
  })
  tracks(@Root() event: EventFrame, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'tracksOfEvent', event.id, pageRequest(args, maxPageSize), event.trackCount);
  }

  @FieldResolver(() => EventCommentConnection, {
    description: 'Comments on the event itself, newest first.',
    complexity: listComplexity,
  })
  comments(@Root() event: EventFrame, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'commentsOfEvent', event.id, pageRequest(args, maxPageSize), event.commentCount);
  }

  @FieldResolver(() => TalkCommentConnection, {
    description: 'Comments on all talks of the event, newest first.',
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
    description: 'Users who attend the event, ordered by ID.',
    complexity: listComplexity,
  })
  attendees(@Root() event: EventFrame, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'attendeesOfEvent', event.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => [UserType], {
    description: 'Users who host the event, ordered by name.',
    complexity: shortListComplexity,
  })
  hosts(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    return reads.load('hostsOfEvent', event.id);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the viewer attends the event; false for anonymous callers.' })
  viewerIsAttending(@Root() event: EventFrame, @Ctx() { viewer, reads }: Context) {
    return viewer !== null && reads.load('viewerAttends', event.id);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the viewer can edit the event, as one of its hosts or as a site administrator.',
  })
  viewerCanEdit(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    return viewerHosts(reads, event.id);
  }

  @FieldResolver(() => [CommentReportType], {
    nullable: true,
    description:
      'Undecided reports of comments on the event, oldest first. Visible only to hosts of the event; null with an error otherwise.',
    complexity: shortListComplexity,
  })
  async reportedComments(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    await requireHost(reads, event.id, 'REPORTS_ARE_FOR_HOSTS');
    return reads.load('reportedCommentsOfEvent', event.id);
  }

  @FieldResolver(() => [CommentReportType], {
    nullable: true,
    description:
      'Undecided reports of comments on talks of the event, oldest first. Visible only to hosts of the event; null with an error otherwise.',
    complexity: shortListComplexity,
  })
  async reportedTalkComments(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    await requireHost(reads, event.id, 'REPORTS_ARE_FOR_HOSTS');
    return reads.load('reportedTalkCommentsOfEvent', event.id);
  }

  @FieldResolver(() => [SpeakerClaimType], {
    nullable: true,
    description:
      'Speaker claims that one side has yet to confirm, oldest first. Visible only to hosts of the event; null with an error otherwise.',
    complexity: shortListComplexity,
  })
  async pendingClaims(@Root() event: EventFrame, @Ctx() { reads }: Context) {
    await requireHost(reads, event.id, 'CLAIMS_ARE_FOR_HOSTS');
    return reads.load('claimsOfEvent', event.id);
  }
}
