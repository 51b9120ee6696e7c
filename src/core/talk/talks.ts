import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.js';
import { TalkType } from '../../database/entities/talk-type.entity.js';
import { Talk } from '../../database/entities/talk.entity.js';
import { fail } from '../errors.js';
import { mayAddTalk, mayDeleteTalk, mayReplaceTalk, permit, requireViewer } from '../rules.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { talkFields, type TalkFields, type TalkInput } from './talk-fields.js';
import { freeSlug, freeStub, nextTalkId, withFreeNames } from './talk-names.js';
import { addSpeakers, replaceSpeakers, setSlides } from './talk-parts.js';
import { inTransaction } from '../transaction/transaction.js';
import { standingAt, visibleEvent, visibleTalk } from '../common/visible.js';

/**
 * Adds a talk to the programme of an event.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function addTalk(context: Context, input: TalkInput & { readonly eventId: string }): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const event = await visibleEvent(context, input.eventId);
  permit(mayAddTalk(viewer, await standingAt(context, event.id)), 'HOSTS_ONLY');
  const fields = await talkFields(context, event, input);
  const add = async (em: EntityManager) => {
    const id = await nextTalkId(em);
    const place = { event: event.id, talk: id };
    await em.insert(Talk, {
      id,
      event: event.id,
      slug: await freeSlug(em, event.id, fields.title, id),
      stub: await freeStub(em),
      ...(await columnsOf(em, fields)),
    });
    await addSpeakers(em, place, fields.speakers ?? []);
    if (fields.slidesUrl) await setSlides(em, place, fields.slidesUrl);
    return id;
  };
  return withFreeNames(() => inTransaction(context, add));
}

/**
 * Replaces the fields of a talk (decisions.md no. 21). Its slug changes only with its title.
 *
 * @returns the ID of the talk
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN, INVALID
 */
export async function replaceTalk(context: Context, input: TalkInput & { readonly talkId: string }): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTalk(context, input.talkId);
  const event = await visibleEvent(context, eventId);
  permit(mayReplaceTalk(viewer, await standingAt(context, eventId, id)), 'HOSTS_AND_SPEAKERS_ONLY');
  const fields = await talkFields(context, event, input);
  const replace = async (em: EntityManager) => {
    await lockEvent(em, eventId);
    const { title } = await lockTalk(em, id);
    const renamed = title !== fields.title && { slug: await freeSlug(em, eventId, fields.title, id) };
    await em.nativeUpdate(Talk, { id }, { ...(await columnsOf(em, fields)), ...renamed });
    const place = { event: eventId, talk: id };
    if (fields.speakers) await replaceSpeakers(em, place, fields.speakers);
    if (fields.slidesUrl !== undefined) await setSlides(em, place, fields.slidesUrl);
    return id;
  };
  return withFreeNames(() => inTransaction(context, replace));
}

/**
 * Deletes a talk with all records that belong to it.
 *
 * @returns the ID of its event
 * @throws DomainError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function deleteTalk(context: Context, talkId: string): Promise<string> {
  const viewer = requireViewer(context.viewer);
  const { id, eventId } = await visibleTalk(context, talkId);
  permit(mayDeleteTalk(viewer, await standingAt(context, eventId)), 'HOSTS_ONLY');
  await inTransaction(context, async (em) => {
    // A new comment references the event and the talk, and then locks the event to update its counters. Lock the event
    // first here too, to prevent a deadlock.
    await lockEvent(em, eventId);
    if ((await em.nativeDelete(Talk, { id })) === 0) throw fail('NOT_FOUND', 'TALK_UNKNOWN');
  });
  return eventId;
}

async function columnsOf(em: EntityManager, fields: TalkFields) {
  const { title, description, startsAt, kind, languageId, durationMinutes } = fields;
  const { id: talkType } = await em.findOneOrFail(TalkType, { kind });
  return {
    title,
    description,
    startsAt,
    talkType,
    language: languageId,
    ...(durationMinutes !== undefined && { durationMinutes }),
  };
}
