import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import { commentsAreOpen } from '../../../src/core/date/comment-window.js';
import { Event, Talk, TalkComment, type User } from './entities.js';

interface Page {
  readonly offset?: number;
  readonly limit: number;
}
interface Context {
  readonly em: EntityManager;
}
type EventEntity = InferEntity<typeof Event>;
type TalkEntity = InferEntity<typeof Talk>;
type CommentEntity = InferEntity<typeof TalkComment>;
type SpeakerEntity = ReturnType<TalkEntity['speakers']['getItems']>[number];

const iso = (date: Date, zone: string) => DateTime.fromJSDate(date, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
const open = (date: Date) => commentsAreOpen(date.getTime() / 1000, Date.now() / 1000);
const ratings = ({ ratingCount, ratingSum }: { ratingCount: number; ratingSum: number }) => ({
  average: ratingCount === 0 ? null : ratingSum / ratingCount,
});
const account = (user: InferEntity<typeof User> | null | undefined) => (user?.isActive ? user : null);

/**
 * One resolver per field that is not a plain column; entities are loaded with their relations populated.
 *
 * @param origin scheme and host of the links
 */
export function createResolvers(origin: string) {
  return {
    Query: {
      viewer: () => null,
      async events(_: unknown, { offset = 0, limit }: Page, { em }: Context) {
        const options = { orderBy: { startsAt: 'desc', id: 'desc' }, limit, offset } as const;
        const [nodes, totalCount] = await em.findAndCount(Event, { isPublic: true }, options);
        return { offset, totalCount, nodes };
      },
      event: (_: unknown, { id }: { id: string }, { em }: Context) => em.findOne(Event, { id, isPublic: true }),
      talk: (_: unknown, { id }: { id: string }, { em }: Context) =>
        em.findOne(Talk, { id, event: { isPublic: true } }, { populate: ['event'] }),
    },
    Event: {
      startDate: ({ startsAt, timeZone }: EventEntity) => iso(startsAt, timeZone),
      endDate: ({ endsAt, timeZone }: EventEntity) => iso(endsAt, timeZone),
      cfpStartDate: ({ cfpStartsAt, timeZone }: EventEntity) => (cfpStartsAt ? iso(cfpStartsAt, timeZone) : null),
      cfpEndDate: ({ cfpEndsAt, timeZone }: EventEntity) => (cfpEndsAt ? iso(cfpEndsAt, timeZone) : null),
      reviewDate: ({ reviewedAt }: EventEntity) => (reviewedAt ? iso(reviewedAt, 'UTC') : null),
      websiteUrl: ({ href }: EventEntity) => href,
      ratings,
      images: ({ images }: EventEntity) =>
        images.map((image) => ({
          ...image,
          url: image.location.startsWith('http') ? image.location : `${origin}/images/${image.location}`,
        })),
      commentsOpen: ({ startsAt }: EventEntity) => open(startsAt),
      viewerIsAttending: () => false,
      viewerCanEdit: () => false,
      async hosts({ hosts }: EventEntity) {
        return (await hosts.loadItems()).filter(account);
      },
      async talks({ id }: EventEntity, { offset = 0, limit }: Page, { em }: Context) {
        const [nodes, totalCount] = await em.findAndCount(
          Talk,
          { event: id },
          {
            populate: ['event', 'talkType', 'speakers.user', 'tracks'],
            orderBy: { startsAt: 'asc', id: 'asc' },
            limit,
            offset,
          },
        );
        return { offset, totalCount, nodes };
      },
    },
    Talk: {
      eventId: ({ event }: TalkEntity) => event.id,
      type: ({ talkType }: TalkEntity) => talkType.kind,
      startDate: ({ startsAt, event }: TalkEntity) => iso(startsAt, event.timeZone),
      ratings,
      commentsOpen: ({ startsAt }: TalkEntity) => open(startsAt),
      viewerHasStarred: () => false,
      async comments({ id }: TalkEntity, { offset = 0, limit }: Page, { em }: Context) {
        const [nodes, totalCount] = await em.findAndCount(
          TalkComment,
          { talk: id, isHidden: false, isPrivate: false },
          { populate: ['user', 'talk.event'], orderBy: { createdAt: 'asc', id: 'asc' }, limit, offset },
        );
        return { offset, totalCount, nodes };
      },
    },
    Speaker: {
      name: ({ displayName, user }: SpeakerEntity) => account(user)?.fullName ?? displayName,
      userId: ({ user }: SpeakerEntity) => account(user)?.id ?? null,
    },
    TalkComment: {
      talkId: ({ talk }: CommentEntity) => talk.id,
      talkTitle: ({ talk }: CommentEntity) => talk.title,
      text: ({ comment }: CommentEntity) => comment,
      createdAt: ({ createdAt, talk }: CommentEntity) => iso(createdAt, talk.event.timeZone),
      user: ({ user }: CommentEntity) => account(user),
    },
  };
}
