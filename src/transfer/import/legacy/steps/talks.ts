import { createHash } from 'node:crypto';
import { withLocalStart } from '../../../../core/date/local-times.js';
import type { NewRow } from '../../../../database/insert-batch.js';
import { talkSlugCandidates } from '../../../../core/common/slug.js';
import type { Mark } from '../../report.js';
import { nameRows } from '../../free-names.js';
import type { LegacyRow } from '../source/source.js';
import { copy, type Draft, type World } from '../source/step.js';
import { decoded, instant, reference, verbatimOrNull } from '../../values.js';

/** Defaults of talks without type or language (decisions no. 21). */
const DEFAULTS = { type: 'TALK', language: 'English - UK' };
/** Titles of this size in bytes were truncated by the original (contract 5-26). */
const CUT_BYTES = 255;

export const talks = copy({
  table: 'talks',
  into: 'talks',
  refers: { events: ['event_id'] },
  prepare: typesOf,
  convert: (row, { events, prepared: typeOf }, mark, { reference: { languages, talkTypes } }) => {
    const id = Number(row['ID']);
    const event = events.get(reference(row['event_id']));
    if (!event) return mark.skip('its event does not exist');
    if (Number(row['active'] ?? 0) === 0) return mark.skip('it was deleted');
    const type = typeOf.get(id);
    const language = languages.idOf.get(Number(row['lang']));
    const starts = instant(row['date_given']);
    const duration = Number(row['duration'] ?? 0);
    const title = decoded(row['talk_title'], mark, 255).trim();
    if (type === undefined) mark.repair('an unknown type was replaced by Talk');
    if (language === undefined) mark.repair('an unknown language was replaced by English - UK');
    if (starts === null) mark.repair('a missing start was set to that of the event');
    if (duration < 0) mark.repair('a negative duration was set to 0');
    if (title === '') mark.repair('a talk without a title was named Talk <id>');
    if (Buffer.byteLength(String(row['talk_title'] ?? '')) === CUT_BYTES)
      mark.note('its title was truncated to 255 bytes by the original');
    if (row['talk_desc'] && row['talk_desc'] === row['talk_title'])
      mark.note('its description equals its title: a patch of the original overwrote it');
    const copied = {
      id,
      event_id: event.id,
      title: title || `Talk ${id}`,
      slug: verbatimOrNull(row['url_friendly_talk_title'], mark, 255) ?? '',
      description: decoded(row['talk_desc'], mark),
      talk_type_id: type ?? talkTypes.idNamed.get(DEFAULTS.type) ?? 0,
      language_id: language ?? languages.idNamed.get(DEFAULTS.language) ?? 0,
      starts_at: starts ?? event.startsAt,
      duration_minutes: Math.max(0, duration),
      stub: stubOf(row, mark),
    };
    return withLocalStart(copied, event.timeZone);
  },
  complete: async (drafts, world) => {
    await nameTalks(drafts, world);
    await stubTalks(drafts, world);
  },
});

/** v2.1 looks up talks by lower-case stub. */
function stubOf(row: LegacyRow, mark: Mark): string {
  const stub = verbatimOrNull(row['stub'], mark) ?? '';
  if (stub !== stub.toLowerCase()) mark.repair('its stub was converted to lower case');
  return stub.toLowerCase();
}

/** The type of each talk: the first known one. */
async function typesOf(rows: readonly LegacyRow[], { source, reference: { talkTypes } }: World) {
  const types = new Map<number, number>();
  if (!source.sizes.has('talk_cat')) return types;
  const ids = rows.map((row) => row['ID']);
  for (const row of await source.query('select talk_id, cat_id from talk_cat where talk_id in (?) order by ID', [
    ids,
  ])) {
    const type = talkTypes.idOf.get(Number(row['cat_id']));
    if (type !== undefined && !types.has(Number(row['talk_id']))) types.set(Number(row['talk_id']), type);
  }
  return types;
}

type TalkDraft = Draft<NewRow<'talks'>>;

/** Slugs are unique per event; generates missing ones like the original (contract §4.1). */
async function nameTalks(drafts: readonly TalkDraft[], { client, source }: World): Promise<void> {
  const inEvent = (event: unknown, slug: string) => `${String(event)} ${slug}`;
  const pairsOf = (names: readonly string[]) => names.map((name) => /^(\d+) (.*)$/s.exec(name) ?? ['', '0', '']);
  await nameRows(drafts, {
    ownName: ({ row }) => (row.slug === '' ? '' : inEvent(row.event_id, row.slug)),
    candidates: ({ id, row }) => {
      const slugs = talkSlugCandidates(row.title, id);
      return { next: () => ({ value: inEvent(row.event_id, slugs.next().value) }) };
    },
    take: (draft, name) => (draft.row = { ...draft.row, slug: name.slice(name.indexOf(' ') + 1) }),
    stored: async (names) => {
      const pairs = pairsOf(names);
      const { rows } = await client.query<{ event: number; slug: string }>(
        `select event_id::float8 as event, slug from talks
          where (event_id, slug) in (select * from unnest($1::bigint[], $2::text[]))`,
        [pairs.map(([, event]) => event), pairs.map(([, , slug]) => slug)],
      );
      return rows.map(({ event, slug }) => inEvent(event, slug));
    },
    pending: async (names) => {
      const rows = await source.query(
        'select event_id as event, url_friendly_talk_title as slug from talks where (event_id, url_friendly_talk_title) in (?)',
        [pairsOf(names).map(([, event, slug]) => [Number(event), slug])],
      );
      return rows.map(({ event, slug }) => inEvent(event, String(slug)));
    },
  });
}

/** Stubs have five hex digits (contract §4.2); a missing one is derived from the talk's ID. */
async function stubTalks(drafts: readonly TalkDraft[], { client, source }: World): Promise<void> {
  await nameRows(drafts, {
    ownName: ({ row }) => row.stub,
    candidates: ({ id }) => stubsOf(id),
    take: (draft, stub) => (draft.row = { ...draft.row, stub }),
    stored: async (stubs) => {
      const { rows } = await client.query<{ stub: string }>('select stub from talks where stub = any($1)', [stubs]);
      return rows.map(({ stub }) => stub);
    },
    pending: async (stubs) => {
      const rows = await source.query('select lower(stub) as stub from talks where stub in (?)', [stubs]);
      return rows.map(({ stub }) => String(stub));
    },
  });
}

function* stubsOf(id: number): Generator<string, never> {
  for (let attempt = 0; ; attempt += 1) {
    yield createHash('sha256').update(`${id} ${attempt}`).digest('hex').slice(0, 5);
  }
}
