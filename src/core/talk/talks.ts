import type { EntityManager } from '@mikro-orm/postgresql';
import { TalkType, Talk, TalkLink, TalkSpeaker } from '../../database/entities/talk.entity.js';
import type { Context } from '../context.js';
import { domainError } from '../errors.js';
import { mayAddTalk, mayDeleteTalk, mayReplaceTalk, permit, requireViewer } from '../rules.js';
import { lockEvent, lockTalk } from '../common/locks.js';
import { membershipOf, visibleEvent, visibleTalk } from '../common/visible-records.js';
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
    const id = await nextTalkId(em);
    const keys = { event: event.id, talk: id };
    await em.insert(Talk, {
      id,
      event: event.id,
      slug: await freeTalkSlug(em, event.id, fields.title, id),
      stub: await freeStub(em),
      ...(await columnsOf(em, fields)),
    });
    await addSpeakers(em, keys, fields.speakers ?? []);
    if (fields.slidesUrl) await setSlides(em, keys, fields.slidesUrl);
    return id;
  };
  return retryOnNameConflict(() => context.transactions.withEntities(add));
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
  permit(mayReplaceTalk(viewer, await membershipOf(context, eventId, id)), 'HOSTS_AND_SPEAKERS_ONLY');
  const fields = await validateTalkFields(context, event, input);
  const replace = async (em: EntityManager) => {
    await lockEvent(em, eventId);
    const { title } = await lockTalk(em, id);
    const renamed = title !== fields.title && { slug: await freeTalkSlug(em, eventId, fields.title, id) };
    await em.nativeUpdate(Talk, { id }, { ...(await columnsOf(em, fields)), ...renamed });
    const keys = { event: eventId, talk: id };
    if (fields.speakers) await replaceSpeakers(em, keys, fields.speakers);
    if (fields.slidesUrl !== undefined) await setSlides(em, keys, fields.slidesUrl);
    return id;
  };
  return retryOnNameConflict(() => context.transactions.withEntities(replace));
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
  permit(mayDeleteTalk(viewer, await membershipOf(context, eventId)), 'HOSTS_ONLY');
  await context.transactions.withEntities(async (em) => {
    // A new comment references the event and the talk, and then locks the event to update its counters. Lock the event
    // first here too, to prevent a deadlock.
    await lockEvent(em, eventId);
    if ((await em.nativeDelete(Talk, { id })) === 0) throw domainError('NOT_FOUND', 'TALK_UNKNOWN');
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

/** Records that are submitted with a talk: the names of its speakers, and its slides. */

/** Foreign keys of every record that belongs to a talk. */
interface TalkKeys {
  readonly event: string;
  readonly talk: string;
}

/** Adds speaker names that are not linked to an account. */
async function addSpeakers(em: EntityManager, keys: TalkKeys, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await em.insertMany(
    TalkSpeaker,
    names.map((displayName) => ({ ...keys, displayName })),
  );
}

/**
 * Makes `names` the complete list. A speaker whose displayed or stored name is listed remains; the others are deleted
 * with their claims (contract §3.4). Lock the talk first.
 */
async function replaceSpeakers(em: EntityManager, keys: TalkKeys, names: readonly string[]): Promise<void> {
  const wanted = new Set(names);
  const missing = new Set(names);
  const removed: string[] = [];
  const rows = await em.find(TalkSpeaker, { talk: keys.talk }, { populate: ['user'], orderBy: { id: 'asc' } });
  for (const { id, displayName, user } of rows) {
    const name = [...(user?.isActive ? [user.fullName] : []), displayName].find((known) => wanted.has(known));
    if (name === undefined) removed.push(id);
    else missing.delete(name);
  }
  await em.nativeDelete(TalkSpeaker, { id: { $in: removed } });
  await addSpeakers(em, keys, [...missing]);
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
