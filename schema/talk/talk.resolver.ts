import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { talkByName } from '../../src/core/reads/by-name.js';
import { childConnection, talksByTitleConnection } from '../../src/core/reads/connection.js';
import { scheduledEnd, type talkRecord } from '../../src/core/reads/records.js';
import { EventType } from '../event/event.type.js';
import { LanguageType } from '../language/language.type.js';
import { listComplexity, PageArgs, pageRequest, shortListComplexity } from '../paging.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { boundedText } from '../bounded-text.js';
import { TalkCommentConnection } from '../talk-comment/talk-comment.type.js';
import { TrackType } from '../track/track.type.js';
import { DateTimeScalar } from '../scalars.js';
import { SpeakerType } from './speaker.type.js';
import { TalkConnection, TalkLinkType, TalkType } from './talk.type.js';
import { relations, talksWithRelations } from './talk-relations.js';

type TalkRecord = ReturnType<typeof talkRecord>;

@ArgsType()
class TalksArgs extends PageArgs {
  @Field(() => String, { description: 'A part of the title, ignoring case and accents; at most 255 characters.' })
  title!: string;
}

@Resolver(() => TalkType)
export class TalkResolver {
  @Query(() => TalkType, {
    nullable: true,
    description: 'Look up a talk by ID. Returns null if it does not exist or is not visible to the viewer.',
  })
  talk(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('talk', known));
  }

  @Query(() => TalkType, {
    nullable: true,
    description:
      'Look up a talk by stub, case-insensitive. Returns null if it does not exist or is not visible to the viewer.',
  })
  talkByStub(@Arg('stub', () => String, { description: 'The exact stub.' }) stub: string, @Ctx() { reads }: Context) {
    return talkByName(reads, stub);
  }

  @Query(() => TalkConnection, {
    description:
      'Search talks by title, latest start first. There is no list of all talks; list the talks of an event instead.',
    complexity: listComplexity,
  })
  talks(
    @Args(() => TalksArgs) args: TalksArgs,
    @Ctx() { reads, maxPageSize }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const title = boundedText(args.title, 255, 'title');
    return talksWithRelations(talksByTitleConnection(reads, title, pageRequest(args, maxPageSize)), reads, info);
  }

  @FieldResolver(() => EventType, { description: 'The event to which the talk belongs.', complexity: 1 })
  event(@Root() talk: TalkRecord, @Ctx() { reads }: Context) {
    return reads.load('event', talk.eventId);
  }

  @FieldResolver(() => LanguageType, { description: 'The language of the talk.', complexity: 1 })
  language(@Root() talk: TalkRecord, @Ctx() { reads }: Context) {
    return reads.load('language', talk.languageId);
  }

  @FieldResolver(() => DateTimeScalar, {
    description: 'Scheduled end in the time zone of the event: the start plus the duration.',
  })
  scheduledEnd(@Root() talk: TalkRecord) {
    return scheduledEnd(talk);
  }

  @FieldResolver(() => [SpeakerType], {
    description: 'Speakers of the talk, in the order in which they were added.',
    complexity: shortListComplexity,
  })
  speakers(@Root() talk: TalkRecord, @Ctx() { reads }: Context, @Info() info: GraphQLResolveInfo) {
    return reads.get(relations.speakers(info), talk.id);
  }

  @FieldResolver(() => [TrackType], {
    description: 'Tracks of the talk, ordered by name.',
    complexity: shortListComplexity,
  })
  tracks(@Root() talk: TalkRecord, @Ctx() { reads }: Context, @Info() info: GraphQLResolveInfo) {
    return reads.get(relations.tracks(info), talk.id);
  }

  @FieldResolver(() => [TalkLinkType], {
    description: 'Links to slides, recordings and code, oldest first.',
    complexity: shortListComplexity,
  })
  links(@Root() talk: TalkRecord, @Ctx() { reads }: Context) {
    return reads.load('linksOfTalk', talk.id);
  }

  @FieldResolver(() => TalkCommentConnection, {
    description: 'Comments on the talk, oldest first.',
    complexity: listComplexity,
  })
  comments(
    @Root() talk: TalkRecord,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { viewer, reads, maxPageSize }: Context,
  ) {
    // The counter excludes private comments, which some authenticated viewers can see.
    const total = viewer ? undefined : talk.commentCount;
    return childConnection(reads, 'commentsOfTalk', talk.id, pageRequest(args, maxPageSize), total);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the viewer starred the talk; false for anonymous callers.' })
  viewerHasStarred(@Root() talk: TalkRecord, @Ctx() { viewer, reads }: Context) {
    return viewer !== null && reads.load('viewerStarred', talk.id);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The first rating of the talk by the viewer, 0 to 5; null if there is none.',
  })
  async viewerRating(@Root() talk: TalkRecord, @Ctx() { viewer, reads }: Context) {
    if (!viewer) return null;
    const [first] = await reads.load('viewerRatingsOfTalk', talk.id);
    return first?.rating ?? null;
  }
}
