import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { childConnection, userConnection } from '../../src/reads/connection.js';
import type { UserRow } from '../../src/reads/users.js';
import { maySeeAccount } from '../../src/rules.js';
import { boundedText } from '../bounded-text.js';
import { EventConnection } from '../event/event.connection.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { TalkCommentConnection } from '../talk-comment/talk-comment.connection.js';
import { TalkConnection } from '../talk/talk.connection.js';
import { talksWithRelations } from '../talk/talk-relations.js';
import { UserConnection } from './user.connection.js';
import { UserType } from './user.type.js';

@ArgsType()
class UsersArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'The whole username, in any case.' })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the username, the full name or the Twitter name, in any case; at most 200 characters. Sorts by full name.',
  })
  keyword?: string | null;
}

@Resolver(() => UserType)
export class UserResolver {
  @Query(() => UserType, { nullable: true, description: 'Who is asking; null when nobody is logged in.' })
  viewer(@Ctx() { viewer, reads }: Context) {
    return viewer && reads.load('user', viewer.id);
  }

  @Query(() => UserType, { nullable: true, description: 'A user by number; null when there is none.' })
  user(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() { reads }: Context) {
    return recordId(id, (known) => reads.load('user', known));
  }

  @Query(() => UserConnection, {
    description: 'Everybody with an active account, by number.',
    complexity: listComplexity,
  })
  users(@Args(() => UsersArgs) args: UsersArgs, @Ctx() { reads, maxPageSize }: Context) {
    const keyword = args.keyword == null ? undefined : boundedText(args.keyword, 200, 'keyword');
    return userConnection(reads, { username: args.username ?? undefined, keyword }, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'For the user and for site administrators; null for everybody else.',
  })
  email(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id) ? user.ownEmail : null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether they are a site administrator. For the user and for site administrators; null for everybody else.',
  })
  isAdmin(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id) ? user.administers : null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether `avatarHash` is random, and tells nothing of the e-mail address. For the user and for site administrators; null for everybody else.',
  })
  hasRandomAvatarHash(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id) ? user.avatarIsRandom : null;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether you may change this account: your own, or any as a site administrator.',
  })
  viewerCanEdit(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id);
  }

  @FieldResolver(() => TalkConnection, {
    description: 'The talks that they claimed as a speaker, latest start first.',
    complexity: listComplexity,
  })
  talks(
    @Root() user: UserRow,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { reads, maxPageSize }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = childConnection(reads, 'talksOfUser', user.id, pageRequest(args, maxPageSize));
    return talksWithRelations(page, reads, info);
  }

  @FieldResolver(() => EventConnection, {
    description: 'The events that they attend, latest start first.',
    complexity: listComplexity,
  })
  attendedEvents(@Root() user: UserRow, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'eventsAttendedByUser', user.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => EventConnection, {
    description: 'The events that they host, latest start first.',
    complexity: listComplexity,
  })
  hostedEvents(@Root() user: UserRow, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'eventsHostedByUser', user.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => TalkCommentConnection, {
    description: 'What they said about talks, newest first.',
    complexity: listComplexity,
  })
  talkComments(@Root() user: UserRow, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'talkCommentsOfUser', user.id, pageRequest(args, maxPageSize));
  }
}
