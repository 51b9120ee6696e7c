import type { NewRow } from '../../../database/insert-batch.js';
import { withLocalStart } from '../../../core/date/local-times.js';
import { takeFirstFree, talkSlugCandidates } from '../../../core/common/slug.js';
import { MAX_URL_LENGTH } from '../../../core/common/validation.js';
import { address, type Texts } from '../values.js';
import type { Mark } from '../report.js';
import { numberIn, type Ledgers } from './ledgers.js';
import { isAddressable } from './event-row.js';
import type { People } from './people.js';
import type { Reference } from './reference.js';
import { linkKinds, type TalkRecord } from './wire.js';

/** The context in which talks are converted. */
export interface Programme {
  readonly eventId: number;
  /** Time zone of the event. */
  readonly zone: string;
  readonly ledgers: Ledgers;
  readonly texts: Texts;
  readonly people: People;
  readonly reference: Reference;
  /** Maps the remote URI of a track to its local ID. */
  readonly tracks: ReadonlyMap<string, number>;
  readonly now: string;
}

/** A talk with its local ID and stub. */
export interface NamedTalk {
  readonly talk: TalkRecord;
  readonly id: number;
  readonly stub: string;
}

/** The rows of all talks in programme order, without comments. */
export function talkRows(named: readonly NamedTalk[], programme: Programme) {
  const slugs = new Set<string>();
  return {
    talks: named.flatMap((one) =>
      programme.ledgers.enter('talks', numberIn(one.talk.uri), (mark) => talkRow(one, programme, slugs, mark)),
    ),
    speakers: named.flatMap((one) => speakerRows(one, programme)),
    links: named.flatMap((one) => linkRows(one, programme)),
    talkTracks: named.flatMap((one) => trackRows(one, programme)),
  };
}

function talkRow(
  { talk, id, stub }: NamedTalk,
  { eventId, zone, texts: { text }, reference, now }: Programme,
  slugs: Set<string>,
  mark: Mark,
): NewRow<'talks'> {
  const given = text(talk.title, mark, 255);
  const title = given.trim() === '' ? 'Untitled' : given;
  if (title !== given) mark.repair('a talk without a title was named Untitled');
  const minutes = Math.round(talk.minutes ?? 0);
  if (minutes < 0 || minutes > MAX_MINUTES) mark.repair('an invalid duration was set to 0');
  if (stub !== talk.stub) mark.repair('a taken or invalid stub was replaced');
  const slug = takeFirstFree(slugsOf(talk.slug, title, id), slugs);
  if (slug !== talk.slug) mark.repair('a taken or missing slug was replaced');
  const row = {
    id,
    event_id: eventId,
    title,
    slug,
    description: text(talk.description, mark),
    talk_type_id: reference.talkType(talk.type, mark),
    language_id: reference.language(talk.language, mark),
    starts_at: talk.startsAt,
    duration_minutes: minutes < 0 || minutes > MAX_MINUTES ? 0 : minutes,
    stub,
    created_at: now,
  };
  return withLocalStart(row, zone);
}

/** One month, an upper bound for any session. */
const MAX_MINUTES = 31 * 24 * 60;

function* slugsOf(own: string | null, title: string, id: number): Generator<string> {
  if (isAddressable(own)) yield own;
  yield* talkSlugCandidates(title, id);
}

function speakerRows({ talk, id }: NamedTalk, { eventId, ledgers, texts, people }: Programme) {
  const users = new Set<number>();
  return talk.speakers.flatMap((speaker) =>
    ledgers.enter('speakers', numberIn(talk.uri), (mark) => {
      const name = texts.text(speaker.name, mark, 200).trim();
      if (name === '') return mark.skip('a speaker without a name');
      const user = people.idOf(speaker);
      const isFirst = user !== null && !users.has(user);
      if (user !== null && !isFirst) mark.repair('an account listed twice for one talk was linked once');
      if (isFirst) users.add(user);
      return { event_id: eventId, talk_id: id, display_name: name, user_id: isFirst ? user : null };
    }),
  );
}

/** Adds the slides link if the list of links is missing or lacks it. */
function linkRows({ talk, id }: NamedTalk, { eventId, ledgers, now }: Programme) {
  const hasSlides = talk.links.some(({ kind }) => linkKinds.get(kind) === 'SLIDES') || !talk.slides;
  const links = hasSlides ? talk.links : [{ kind: 'slides_link', url: talk.slides }, ...talk.links];
  return links.flatMap(({ kind, url }) =>
    ledgers.enter('links of talks', numberIn(talk.uri), (mark) => {
      const known = linkKinds.get(kind);
      if (known === undefined) return mark.skip('unknown kind of link');
      const target = address(url, mark, MAX_URL_LENGTH);
      if (target === null) return mark.skip('it is not an http or https URL');
      return { event_id: eventId, talk_id: id, kind: known, url: target, created_at: now };
    }),
  );
}

function trackRows({ talk, id }: NamedTalk, { eventId, ledgers, tracks }: Programme) {
  const known = new Set<string>();
  return talk.tracks.flatMap((uri) =>
    ledgers.enter('talks on tracks', numberIn(talk.uri), (mark) => {
      const track = tracks.get(uri);
      if (track === undefined) return mark.skip('its track does not belong to the event');
      if (known.has(uri)) return mark.skip('duplicate record');
      known.add(uri);
      return { event_id: eventId, talk_id: id, track_id: track };
    }),
  );
}
