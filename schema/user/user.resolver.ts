import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { childConnection, userConnection } from '../../src/core/reads/connection.js';
import type { UserRow } from '../../src/core/reads/users.js';
import { maySeeAccount } from '../../src/core/rules.js';
import { boundedText } from '../bounded-text.js';
import { EventConnection } from '../event/event.type.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { TalkCommentConnection } from '../talk-comment/talk-comment.type.js';
import { TalkConnection } from '../talk/talk.type.js';
import { talksWithRelations } from '../talk/talk-relations.js';
import { UserConnection, UserType } from './user.type.js';

@ArgsType()
class UsersArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'The exact username, ignoring case and accents.' })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A part of the username, full name or Twitter username, ignoring case and accents; at most 200 characters. Orders the list by full name.',
  })
  keyword?: string | null;
}

@Resolver(() => UserType)
export class UserResolver {
  @Query(() => UserType, { nullable: true, description: 'The authenticated user; null if the request is anonymous.' })
  viewer(@Ctx() { viewer, reads }: Context) {
    return viewer && reads.load('user', viewer.id);
  }

  @Query(() => UserType, {
    nullable: true,
    description: 'Look up a user by ID. Returns null if there is no active account with this ID.',
  })
  user(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('user', known));
  }

  @Query(() => UserConnection, {
    description: 'Users with an active account, ordered by ID.',
    complexity: listComplexity,
  })
  users(@Args(() => UsersArgs) args: UsersArgs, @Ctx() { reads, maxPageSize }: Context) {
    const keyword = args.keyword == null ? undefined : boundedText(args.keyword, 200, 'keyword');
    return userConnection(reads, { username: args.username ?? undefined, keyword }, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'E-mail address. Visible only to the user and to site administrators; null otherwise.',
  })
  email(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id) ? user.ownEmail : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'New e-mail address pending confirmation or authorisation; null if there is none. Visible only to the user and to site administrators; null otherwise.',
  })
  async pendingEmail(@Root() user: UserRow, @Ctx() { viewer, reads }: Context) {
    if (!maySeeAccount(viewer, user.id)) return null;
    return (await reads.load('pendingEmail', user.id))?.newEmail ?? null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether the user is a site administrator. Visible only to the user and to site administrators; null otherwise.',
  })
  isAdmin(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id) ? user.administers : null;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether `avatarHash` is random instead of derived from the e-mail address. Visible only to the user and to site administrators; null otherwise.',
  })
  hasRandomAvatarHash(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id) ? user.avatarIsRandom : null;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the viewer can change the account, as its owner or as a site administrator.',
  })
  viewerCanEdit(@Root() user: UserRow, @Ctx() { viewer }: Context) {
    return maySeeAccount(viewer, user.id);
  }

  @FieldResolver(() => TalkConnection, {
    description: 'Talks on which the user is a linked speaker, latest start first.',
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
    description: 'Events that the user attends, latest start first.',
    complexity: listComplexity,
  })
  attendedEvents(@Root() user: UserRow, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'eventsAttendedByUser', user.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => EventConnection, {
    description: 'Events that the user hosts, latest start first.',
    complexity: listComplexity,
  })
  hostedEvents(@Root() user: UserRow, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'eventsHostedByUser', user.id, pageRequest(args, maxPageSize));
  }

  @FieldResolver(() => TalkCommentConnection, {
    description: 'Talk comments by the user, newest first.',
    complexity: listComplexity,
  })
  talkComments(@Root() user: UserRow, @Args(() => PageArgs) args: PageArgs, @Ctx() { reads, maxPageSize }: Context) {
    return childConnection(reads, 'talkCommentsOfUser', user.id, pageRequest(args, maxPageSize));
  }
}
