import type { ClientBase } from 'pg';
import { talkSlugCandidates, takeFirstFree } from '../../core/common/slug.js';
import { insertRows, reserveIds } from '../../core/bulk/insert-rows.js';
import { withLocalStart } from '../../core/date/local-times.js';
import type { NamesInUse, Random, ReferenceIds } from '../seed/seed.js';
import type { TalkLinkKind } from '../../database/entities/talk.entity.js';
import type { NewRow } from '../../database/insert-batch.js';
import { type Cast, type PlacedEvent, type PlacedSpeaker, type PlacedTalk, iso } from './cast.js';

const DAY = 86_400_000;
const PROGRAMME_BEFORE_START = 40 * DAY;

interface Setting {
  readonly now: Date;
  readonly cast: Cast;
  readonly names: NamesInUse;
  readonly reference: ReferenceIds;
  readonly random: Random;
}

/** Inserts the talks with their speakers and tracks, and links for past talks. */
export async function insertTalks(
  client: ClientBase,
  events: readonly PlacedEvent[],
  setting: Setting,
): Promise<PlacedTalk[]> {
  const talks: PlacedTalk[] = [];
  for (const event of events) talks.push(...(await placeTalks(client, event, setting.cast)));
  await insertRows(
    client,
    'talks',
    talks.map((talk) => talkRow(talk, setting)),
  );
  await insertRows(client, 'talk_tracks', talks.flatMap(trackRow));
  await insertRows(
    client,
    'talk_speakers',
    talks.flatMap(({ id, event, speakers }) =>
      speakers.map((speaker) => ({
        id: speaker.id,
        event_id: event.id,
        talk_id: id,
        display_name: speaker.displayName,
        user_id: speaker.member?.id ?? null,
      })),
    ),
  );
  await insertRows(
    client,
    'talk_links',
    talks.flatMap((talk) => linkRows(talk, setting)),
  );
  return talks;
}

async function placeTalks(client: ClientBase, event: PlacedEvent, cast: Cast): Promise<PlacedTalk[]> {
  const { talks } = event.conference;
  const ids = await reserveIds(client, 'talks', talks.length);
  const slugs = new Set<string>();
  const placed: PlacedTalk[] = [];
  for (const [index, talk] of talks.entries()) {
    const names = talk.speakers ?? [];
    const speakerIds = await reserveIds(client, 'talk_speakers', names.length);
    const speakers = names.map((name, place): PlacedSpeaker => {
      const member = name.startsWith('@') ? cast.named(name.slice(1)) : null;
      return { id: speakerIds[place]!, displayName: member?.fullName ?? name, member };
    });
    const id = ids[index]!;
    const slug = takeFirstFree(talkSlugCandidates(talk.title, id), slugs);
    placed.push({ id, talk, event, slug, ...event.schedule.slot(talk.at), speakers });
  }
  return placed;
}

function talkRow(
  { id, talk, event, slug, startsAt, minutes }: PlacedTalk,
  { now, names, reference }: Setting,
): NewRow<'talks'> {
  const row = {
    id,
    event_id: event.id,
    title: talk.title,
    slug,
    description: talk.description,
    talk_type_id: reference.talkType(talk.kind ?? 'TALK'),
    language_id: reference.language(talk.language ?? 'English - UK'),
    starts_at: iso(startsAt),
    duration_minutes: minutes,
    stub: names.takeTalkStub(),
    created_at: iso(Math.min(startsAt.toMillis() - PROGRAMME_BEFORE_START, now.getTime() - DAY)),
  };
  return withLocalStart(row, event.conference.timeZone);
}

function trackRow({ id, talk, event }: PlacedTalk): NewRow<'talk_tracks'>[] {
  if (talk.track === undefined) return [];
  const trackId = event.trackIds.get(talk.track);
  if (trackId === undefined) throw new Error(`"${talk.title}" refers to an unknown track: check "${talk.track}".`);
  return [{ event_id: event.id, talk_id: id, track_id: trackId }];
}

function linkRows(
  { id, talk, event, slug, startsAt, minutes }: PlacedTalk,
  { now, random }: Setting,
): NewRow<'talk_links'>[] {
  const end = startsAt.plus({ minutes });
  if (end.toMillis() > now.getTime() || talk.kind === 'SOCIAL_EVENT' || talk.kind === 'EVENT_RELATED') return [];
  const link = (kind: TalkLinkKind, folder: string): NewRow<'talk_links'> => ({
    event_id: event.id,
    talk_id: id,
    kind,
    url: `https://example.org/${folder}/${encodeURIComponent(slug)}`,
    created_at: iso(end),
  });
  const links = [link('SLIDES', 'slides')];
  if (talk.kind === 'WORKSHOP') links.push(link('CODE', 'exercises'));
  else if (random.chance(0.65)) links.push(link('VIDEO', 'recordings'));
  return links;
}
