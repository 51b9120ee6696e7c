import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/core/context.js';
import { childConnection } from '../../src/core/reads/connection.js';
import type { TrackRow } from '../../src/core/reads/tracks.js';
import { EventType } from '../event/event.type.js';
import { listComplexity, PageArgs, pageRequest } from '../paging.js';
import { RECORD_ID_DESCRIPTION, loadById } from '../load-by-id.js';
import { TalkConnection } from '../talk/talk.type.js';
import { talksWithRelations } from '../talk/talk-relations.js';
import { TrackType } from './track.type.js';

@Resolver(() => TrackType)
export class TrackResolver {
  @Query(() => TrackType, {
    nullable: true,
    description: 'Look up a track by ID. Returns null if it does not exist or is not visible to the viewer.',
  })
  track(@Arg('id', () => ID, { description: RECORD_ID_DESCRIPTION }) id: string, @Ctx() { reads }: Context) {
    return loadById(id, (known) => reads.load('track', known));
  }

  @FieldResolver(() => EventType, { description: 'The event to which the track belongs.', complexity: 1 })
  event(@Root() track: TrackRow, @Ctx() { reads }: Context) {
    return reads.load('event', track.eventId);
  }

  @FieldResolver(() => TalkConnection, {
    description: 'Talks of the track, earliest start first.',
    complexity: listComplexity,
  })
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
