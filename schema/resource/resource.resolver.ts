import { Arg, createUnionType, Ctx, Query, Resolver } from 'type-graphql';
import { fail } from '../../src/errors.js';
import type { Context, ResourceReference } from '../../src/context.js';
import type { Reads } from '../../src/reads/reads.js';
import { EventCommentType } from '../event-comment/event-comment.type.js';
import { EventType } from '../event/event.type.js';
import { LanguageType } from '../language/language.type.js';
import { recordId } from '../record-id.js';
import { TalkCommentType } from '../talk-comment/talk-comment.type.js';
import { TalkType } from '../talk/talk.type.js';
import { TrackType } from '../track/track.type.js';
import { UserType } from '../user/user.type.js';

const loaders: Record<ResourceReference['type'], (reads: Reads, id: string) => Promise<object | null>> = {
  Event: (reads, id) => reads.load('event', id),
  Talk: (reads, id) => reads.load('talk', id),
  Track: (reads, id) => reads.load('track', id),
  EventComment: (reads, id) => reads.load('eventComment', id),
  TalkComment: (reads, id) => reads.load('talkComment', id),
  User: (reads, id) => reads.load('user', id),
  Language: (reads, id) => reads.load('language', id),
};

const resourceTypes = new WeakMap<object, ResourceReference['type']>();

/** Of which type a record is that `resource` answered. */
export const resourceTypeOf = (record: object): ResourceReference['type'] | undefined => resourceTypes.get(record);

const Resource = createUnionType({
  name: 'Resource',
  description: 'Any record that has an address in the v2.1 API.',
  types: () => [EventType, TalkType, TrackType, EventCommentType, TalkCommentType, UserType, LanguageType] as const,
  resolveType: resourceTypeOf,
});

@Resolver()
export class ResourceResolver {
  @Query(() => Resource, {
    nullable: true,
    description:
      'The record behind its address in the v2.1 API, for clients that move to the graph and still hold such addresses; null when there is none, or none for you.',
  })
  async resource(
    @Arg('uri', () => String, { description: 'The address of a record, with or without scheme and host.' }) uri: string,
    @Ctx() { reads, resourceOf }: Context,
  ) {
    const reference = resourceOf(uri);
    if (!reference) throw fail('INVALID', 'URI_UNKNOWN', 'uri');
    const record = await recordId(reference.id, (id) => loaders[reference.type](reads, id));
    if (record) resourceTypes.set(record, reference.type);
    return record;
  }
}
