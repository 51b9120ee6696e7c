import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { talkByName } from '../../src/reads/by-name.js';
import { childConnection, talksByTitleConnection } from '../../src/reads/connection.js';
import { scheduledEnd, type talkRecord } from '../../src/reads/records.js';
import { EventType } from '../event/event.type.js';
import { LanguageType } from '../language/language.type.js';
import { listComplexity, PageArgs, pageRequest, shortListComplexity } from '../paging.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { boundedText } from '../bounded-text.js';
import { TalkCommentConnection } from '../talk-comment/talk-comment.connection.js';
import { TrackType } from '../track/track.type.js';
import { DateTimeScalar } from '../scalars.js';
import { SpeakerType } from './speaker.type.js';
import { TalkConnection } from './talk.connection.js';
import { relations, talksWithRelations } from './talk-relations.js';
import { TalkLinkType, TalkType } from './talk.type.js';

type TalkRecord = ReturnType<typeof talkRecord>;

@ArgsType()
class TalksArgs extends PageArgs {
  @Field(() => String, { description: 'Part of the title, in any case; at most 255 characters.' })
  title!: string;
}

@Resolver(() => TalkType)
export class TalkResolver {
  @Query(() => TalkType, {
    nullable: true,
    description: 'A talk by its number; null when there is none, or none for you.',
  })
  talk(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() { reads }: Context) {
    return recordId(id, (known) => reads.load('talk', known));
  }

  @Query(() => TalkType, {
    nullable: true,
    description: 'A talk by its stub, in any case; null when there is none, or none for you.',
  })
  talkByStub(@Arg('stub', () => String, { description: 'The whole stub.' }) stub: string, @Ctx() { reads }: Context) {
    return talkByName(reads, stub);
  }

  @Query(() => TalkConnection, {
    description:
      'Talks with a piece of text in their title, latest start first. There is no list of all talks: they belong to events.',
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

  @FieldResolver(() => EventType, { description: 'The event at which it is given.', complexity: 1 })
  event(@Root() talk: TalkRecord, @Ctx() { reads }: Context) {
    return reads.load('event', talk.eventId);
  }

  @FieldResolver(() => LanguageType, { description: 'The language in which it is given.', complexity: 1 })
  language(@Root() talk: TalkRecord, @Ctx() { reads }: Context) {
    return reads.load('language', talk.languageId);
  }

  @FieldResolver(() => DateTimeScalar, { description: 'When it ends, as planned: the start and the duration.' })
  scheduledEnd(@Root() talk: TalkRecord) {
    return scheduledEnd(talk);
  }

  @FieldResolver(() => [SpeakerType], {
    description: 'Who gives it, in the order in which they were named.',
    complexity: shortListComplexity,
  })
  speakers(@Root() talk: TalkRecord, @Ctx() { reads }: Context, @Info() info: GraphQLResolveInfo) {
    return reads.get(relations.speakers(info), talk.id);
  }

  @FieldResolver(() => [TrackType], {
    description: 'The tracks on which it is, by name.',
    complexity: shortListComplexity,
  })
  tracks(@Root() talk: TalkRecord, @Ctx() { reads }: Context, @Info() info: GraphQLResolveInfo) {
    return reads.get(relations.tracks(info), talk.id);
  }

  @FieldResolver(() => [TalkLinkType], {
    description: 'Slides, recordings and code, oldest first.',
    complexity: shortListComplexity,
  })
  links(@Root() talk: TalkRecord, @Ctx() { reads }: Context) {
    return reads.load('linksOfTalk', talk.id);
  }

  @FieldResolver(() => TalkCommentConnection, {
    description: 'The comments on it, oldest first.',
    complexity: listComplexity,
  })
  comments(
    @Root() talk: TalkRecord,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { viewer, reads, maxPageSize }: Context,
  ) {
    // The counter leaves out private comments, which some who are logged in may see.
    const total = viewer ? undefined : talk.commentCount;
    return childConnection(reads, 'commentsOfTalk', talk.id, pageRequest(args, maxPageSize), total);
  }

  @FieldResolver(() => Boolean, { description: 'Whether you starred it; false when you are not logged in.' })
  viewerHasStarred(@Root() talk: TalkRecord, @Ctx() { viewer, reads }: Context) {
    return viewer !== null && reads.load('viewerStarred', talk.id);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The rating that you gave it first, 0 to 5; null when you gave none.',
  })
  async viewerRating(@Root() talk: TalkRecord, @Ctx() { viewer, reads }: Context) {
    if (!viewer) return null;
    const [first] = await reads.load('viewerRatingsOfTalk', talk.id);
    return first?.rating ?? null;
  }
}
