import { talkSlugCandidates, takeFirstFree } from '../../core/common/slug.js';
import { localTimeOf, ZONE_RULES } from '../../core/date/local-time.js';
import { distinctStubs } from '../../core/talk/stubs.js';
import { findLanguage } from './language-names.js';
import type { SourceTalk } from './formats/schedule.js';
import type { StoredSchedule, TalkChange, TalkColumns } from './stored-schedule.js';
import type { EventWriter } from './write-rows.js';

/** A talk of the source with its new ID. */
export interface AddedTalk {
  readonly id: string;
  readonly source: SourceTalk;
}

const DEFAULT_LANGUAGE = 'English - UK';

/** The columns of a talk as rows of a statement. */
const COLUMNS = `id bigint, title text, description text, "startsAt" double precision, "startsLocal" timestamp,
  "zoneRules" text, "durationMinutes" int, type text, "languageId" bigint, room text`;

/** Inserts the new talks with free slugs and stubs. */
export async function insertTalks(
  { over, reserveIds, query }: EventWriter,
  { talks, languages, timeZone }: StoredSchedule,
  added: readonly SourceTalk[],
): Promise<AddedTalk[]> {
  const ids = await reserveIds('talks', added.length);
  const withIds = added.flatMap((source, index) => (ids[index] === undefined ? [] : [{ id: ids[index], source }]));
  const slugs = new Set(talks.map(({ slug }) => slug));
  const guids = new Set(talks.map(({ guid }) => guid));
  const stubs = await distinctStubs(added.length, async (candidates) => {
    const taken = await query<{ stub: string }>('select stub from talks where stub = any($1::text[])', [candidates]);
    return new Set(taken.map(({ stub }) => stub));
  });
  const rows = withIds.map(({ id, source: { guid, fields } }, index) => ({
    id,
    guid: guid !== null && guids.has(guid) ? null : guid,
    slug: takeFirstFree(talkSlugCandidates(fields.title, id), slugs),
    stub: stubs[index],
    ...{ title: fields.title, description: fields.description ?? '', ...startOf(fields.startsAt, timeZone) },
    ...{ durationMinutes: fields.durationMinutes ?? 0, type: fields.type ?? 'TALK', room: fields.room ?? null },
    languageId: (findLanguage(fields.language ?? '', languages) ?? findLanguage(DEFAULT_LANGUAGE, languages))?.id,
  }));
  await over(
    `insert into talks (id, event_id, guid, slug, stub, title, description, starts_at, starts_local, zone_rules,
        duration_minutes, talk_type_id, language_id, room)
      select r.id, $1::bigint, coalesce(r.guid, gen_random_uuid()), r.slug, r.stub, r.title, r.description,
        to_timestamp(r."startsAt"), r."startsLocal", r."zoneRules", r."durationMinutes", y.id, r."languageId", r.room
      from r join talk_types y on y.kind = r.type order by r.id`,
    `guid uuid, slug text, stub text, ${COLUMNS}`,
    rows,
  );
  return withIds;
}

/** Updates the talks whose columns change. Slugs stay, so that URLs do. */
export async function updateTalks(
  { over }: EventWriter,
  { talks, timeZone }: StoredSchedule,
  changed: readonly TalkChange[],
): Promise<void> {
  const byId = new Map(talks.map((talk) => [talk.id, talk]));
  const rows = changed.flatMap(({ talkId, columns }) => {
    const talk = byId.get(talkId);
    return talk && Object.keys(columns).length > 0
      ? [{ id: talkId, ...columnsOf(talk), ...columns, ...startOf(columns.startsAt, timeZone) }]
      : [];
  });
  await over(
    `update talks t set title = r.title, description = coalesce(r.description, t.description), starts_at = to_timestamp(r."startsAt"),
        starts_local = case when r."zoneRules" is null then t.starts_local else r."startsLocal" end,
        zone_rules = coalesce(r."zoneRules", t.zone_rules),
        duration_minutes = r."durationMinutes", talk_type_id = y.id, language_id = r."languageId", room = r.room
      from r join talk_types y on y.kind = r.type where t.id = r.id and t.event_id = $1::bigint`,
    COLUMNS,
    rows,
  );
}

/** A start, and what is stored beside it; nothing if it stays as it is. */
const startOf = (startsAt: number | undefined, zone: string) =>
  startsAt === undefined ? {} : { startsAt, startsLocal: localTimeOf(startsAt, zone), zoneRules: ZONE_RULES };

/** The columns that a talk keeps, except its description, which is not read. */
const columnsOf = ({ title, startsAt, durationMinutes, type, languageId, room }: Omit<TalkColumns, 'description'>) => ({
  ...{ title, startsAt, durationMinutes, type, languageId, room },
});
