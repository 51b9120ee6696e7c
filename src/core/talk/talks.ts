import type { EntityManager } from '@mikro-orm/postgresql';
import { TalkType, Talk, TalkLink } from '../../database/entities/talk.entity.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { mayAddTalk, mayDeleteTalk, mayMoveReveal, mayReplaceTalk, permit, requireViewer } from '../rules.js';
import { localStart } from '../date/local-times.js';
import { lockEvent } from '../common/locks.js';
import { withinQuota } from '../event/pending-quota.js';
import { recordNewTalks, recordTalkChanges } from '../changes/record-talk-changes.js';
import { statementsOf } from '../transaction/transactions.js';
import { changeTalk, type TalkKeys } from './change-talk.js';
import { mailRemovedSpeakers, type TalkOfClaim } from './claim-mails.js';
import { membershipOf, visibleEvent, visibleTalk, type VisibleRecord } from '../common/visible-records.js';
import { addSpeakers, replaceSpeakers, storedSpeakers } from './replace-speakers.js';
import { movesReveal } from './reveal-time.js';
import { validateTalkFields, type TalkFields, type TalkInput } from './talk-fields.js';
import { freeTalkSlug, freeStub, nextTalkId, retryOnNameConflict } from './talk-names.js';

/**
 * Adds a talk to the programme of an event.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function addTalk(context: Context, input: TalkInput & { readonly eventId: string }): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  permit(mayAddTalk(viewer, await membershipOf(context, event.id)), 'HOSTS_ONLY');
  const fields = await validateTalkFields(context, event, input);
  const add = async (em: EntityManager) => {
    const { timeZone } = await lockEvent(em, event.id);
    const id = await nextTalkId(em);
    const keys = { event: event.id, talk: id };
    await em.insert(Talk, {
      id,
      event: event.id,
      slug: await freeTalkSlug(em, event.id, fields.title, id),
      stub: await freeStub(em),
      ...(await columnsOf(em, fields)),
      ...localStart(fields.startsAt, timeZone),
    });
    await addSpeakers(em, keys, fields.speakers ?? []);
    if (fields.slidesUrl) await setSlides(em, keys, fields.slidesUrl);
    await recordNewTalks(statementsOf(em).run, { eventId: event.id, talkIds: [id] });
    return id;
  };
  return retryOnNameConflict(() =>
    context.transactions.withEntities((em) => withinQuota(context, event, em, () => add(em))),
  );
}

/**
 * Replaces the fields of a talk (decisions no. 21). Its slug changes only with its title.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function replaceTalk(context: Context, input: TalkInput & { readonly talkId: string }): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const { id, eventId } = talk;
  const event = await visibleEvent(context, eventId);
  const membership = await membershipOf(context, eventId, id);
  permit(mayReplaceTalk(viewer, membership), 'HOSTS_AND_SPEAKERS_ONLY');
  const fields = await validateTalkFields(context, event, input, talk);
  if (await movesReveal(context.reads.scope.run, talk, fields)) permit(mayMoveReveal(viewer, membership), 'HOSTS_ONLY');
  return writeTalk(context, event, { ...talk, eventName: event.name }, fields, () => true);
}

/** The input fields of the columns that a talk always has. */
const fieldOf = {
  ...{ title: 'title', description: 'description', startsAt: 'startDate', talkType: 'type', language: 'language' },
} as const satisfies Readonly<Record<string, keyof TalkInput>>;

/** The talk to change; undefined fields stay as they are. Null is a problem of a text that every talk has. */
type TalkChanges = Omit<TalkInput, RequiredText> & {
  readonly talkId: string;
} & { readonly [Field in RequiredText]?: string | null | undefined };
type RequiredText = 'title' | 'description' | 'startDate';

/** Changes the given fields of a talk. Otherwise as `replaceTalk`. */
export async function updateTalk(context: Context, input: TalkChanges): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, input.talkId);
  const event = await visibleEvent(context, talk.eventId);
  const membership = await membershipOf(context, event.id, talk.id);
  permit(mayReplaceTalk(viewer, membership), 'HOSTS_AND_SPEAKERS_ONLY');
  const { title = talk.title, description = talk.description, startDate = talk.startDate } = input;
  const texts = { title: title ?? '', description: description ?? '', startDate: startDate ?? '' };
  const absent = new Set(Object.values(fieldOf).filter((field) => input[field] === undefined));
  const fields = await validateTalkFields(context, event, { ...input, ...texts }, talk, absent);
  if (await movesReveal(context.reads.scope.run, talk, fields)) permit(mayMoveReveal(viewer, membership), 'HOSTS_ONLY');
  return writeTalk(
    context,
    event,
    { ...talk, eventName: event.name },
    fields,
    (column) => !absent.has(fieldOf[column]),
  );
}

/** @param isGiven whether a column that a talk always has is written; the others are, unless they are undefined */
function writeTalk(
  context: Context,
  event: VisibleRecord<'event'>,
  stored: VisibleRecord<'talk'> & TalkOfClaim,
  fields: TalkFields,
  isGiven: (column: keyof typeof fieldOf) => boolean,
): Promise<string> {
  const keys = { event: stored.eventId, talk: stored.id };
  const isMoved = isGiven('startsAt') && fields.startsAt.getTime() !== Math.round(stored.startsAt * 1000);
  const write = async (em: EntityManager, locked: { readonly title: string; readonly timeZone: string }) => {
    const isRenamed = isGiven('title') && locked.title !== fields.title;
    const { title: _, ...columns } = await columnsOf(em, fields);
    const given = Object.entries(columns).filter(
      ([name]) => !Object.hasOwn(fieldOf, name) || isGiven(name as keyof typeof fieldOf),
    );
    const written = {
      ...Object.fromEntries(given),
      // An instant that is written as it was keeps its local time.
      ...(isMoved && localStart(fields.startsAt, locked.timeZone)),
      ...(isRenamed && { title: fields.title, slug: await freeTalkSlug(em, keys.event, fields.title, keys.talk) }),
    };
    if (Object.keys(written).length > 0) await em.nativeUpdate(Talk, { id: keys.talk }, written);
    if (fields.speakers) await replaceSpeakers(context, em, { ...stored, title: fields.title }, fields.speakers);
    if (fields.slidesUrl !== undefined) await setSlides(em, keys, fields.slidesUrl);
    return keys.talk;
  };
  return retryOnNameConflict(() =>
    context.transactions.withEntities((em) =>
      withinQuota(context, event, em, () => changeTalk(em, keys, (locked) => write(em, locked))),
    ),
  );
}

/**
 * Deletes a talk with all records that belong to it. Its speakers and claimants are notified if another person deletes it.
 *
 * @returns the ID of its event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const talk = await visibleTalk(context, talkId);
  const { id, eventId } = talk;
  const { name: eventName, slug } = await visibleEvent(context, eventId);
  permit(mayDeleteTalk(viewer, await membershipOf(context, eventId)), 'HOSTS_ONLY');
  await context.transactions.withEntities(async (em) => {
    // A new comment references the event and the talk, and then locks the event to update its counters. Lock the event
    // first here too, to prevent a deadlock.
    await lockEvent(em, eventId);
    const speakers = await storedSpeakers(em, id);
    await recordTalkChanges(statementsOf(em).run, { eventId, talkIds: [id] }, async () => {
      if ((await em.nativeDelete(Talk, { id })) === 0) throw domainError('NOT_FOUND', 'TALK_UNKNOWN');
    });
    await mailRemovedSpeakers(context, em, { ...talk, eventName }, speakers, context.pages.event(slug));
  });
  return eventId;
}

async function columnsOf(em: EntityManager, fields: TalkFields) {
  const { title, description, startsAt, kind, languageId, durationMinutes, room } = fields;
  const { id: talkType } = await em.findOneOrFail(TalkType, { kind });
  return {
    title,
    description,
    startsAt,
    talkType,
    language: languageId,
    ...(durationMinutes !== undefined && { durationMinutes }),
    ...(room !== undefined && { room }),
  };
}

/**
 * Sets the URL of the slides, which is stored only in the talk's first link of that kind. Null removes all links of the
 * kind, so that a second one does not take its place.
 */
async function setSlides(em: EntityManager, keys: TalkKeys, url: string | null): Promise<void> {
  const slides = { talk: keys.talk, kind: 'SLIDES' } as const;
  if (url === null) {
    await em.nativeDelete(TalkLink, slides);
    return;
  }
  const first = await em.findOne(TalkLink, slides, { orderBy: { id: 'asc' } });
  if (first) await em.nativeUpdate(TalkLink, { id: first.id }, { url });
  else await em.insert(TalkLink, { ...keys, kind: 'SLIDES', url });
}
