import { Arg, createUnionType, Ctx, Query, Resolver } from 'type-graphql';
import { domainError } from '../../src/core/errors.js';
import type { Context, ResourceReference } from '../../src/core/context.js';
import type { Reads } from '../../src/core/reads/reads.js';
import { EventCommentType } from '../event-comment/event-comment.type.js';
import { EventType } from '../event/event.type.js';
import { LanguageType } from '../language/language.type.js';
import { loadById } from '../load-by-id.js';
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

/** The type of a record returned by `resource`. */
export const resourceTypeOf = (record: object): ResourceReference['type'] | undefined => resourceTypes.get(record);

const Resource = createUnionType({
  name: 'Resource',
  description: 'Any record that has a URI in the v2.1 API.',
  types: () => [EventType, TalkType, TrackType, EventCommentType, TalkCommentType, UserType, LanguageType] as const,
  resolveType: resourceTypeOf,
});

@Resolver()
export class ResourceResolver {
  @Query(() => Resource, {
    nullable: true,
    description:
      'Look up a record by its v2.1 URI, for clients that migrate to GraphQL and have stored such URIs. Returns null if it does not exist or is not visible to the viewer.',
  })
  async resource(
    @Arg('uri', () => String, { description: 'The v2.1 URI of a record, with or without scheme and host.' })
    uri: string,
    @Ctx() { reads, resourceOf }: Context,
  ) {
    const reference = resourceOf(uri);
    if (!reference) throw domainError('INVALID', 'URI_UNKNOWN', 'uri');
    const record = await loadById(reference.id, (id) => loaders[reference.type](reads, id));
    if (record) resourceTypes.set(record, reference.type);
    return record;
  }
}
