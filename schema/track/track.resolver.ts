import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/context.js';
import { childConnection } from '../../src/reads/connection.js';
import type { TrackRow } from '../../src/reads/tracks.js';
import { EventType } from '../event/event.type.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID, recordId } from '../record-id.js';
import { TalkConnection } from '../talk/talk.connection.js';
import { talksWithRelations } from '../talk/talk-relations.js';
import { TrackType } from './track.type.js';

@Resolver(() => TrackType)
export class TrackResolver {
  @Query(() => TrackType, {
    nullable: true,
    description: 'A track by its number; null when there is none, or none for you.',
  })
  track(@Arg('id', () => ID, { description: RECORD_ID }) id: string, @Ctx() { reads }: Context) {
    return recordId(id, (known) => reads.load('track', known));
  }

  @FieldResolver(() => EventType, { description: 'The event to which it belongs.', complexity: 1 })
  event(@Root() track: TrackRow, @Ctx() { reads }: Context) {
    return reads.load('event', track.eventId);
  }

  @FieldResolver(() => TalkConnection, { description: 'The talks on it, by start.', complexity: listComplexity })
  talks(
    @Root() track: TrackRow,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { reads, maxPageSize }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const page = childConnection(reads, 'talksOfTrack', track.id, pageRequest(args, maxPageSize), track.talkCount);
    return talksWithRelations(page, reads, info);
  }
}
