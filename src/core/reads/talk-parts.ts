import { sql } from 'kysely';
import type { Visibility } from '../rules.js';
import { collatedName } from './order.js';
import { byVisibility, isEventVisible, type ViewerArgument } from './visibility.js';
import { anyId, db, statement, type Parameters } from '../../database/sql/statement.js';

/** Short lists that belong to a talk: speakers, tracks and links. */

/** Speaker names, without IDs. A claimed name shows the account's full name (contract §3.4). */
function speakerRows() {
  return db
    .selectFrom('talk_speakers as s')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').on('u.is_active', '=', true))
    .select(['s.talk_id as parent', sql<string>`coalesce(u.full_name, s.display_name)`.as('name'), 'u.id as userId']);
}

const speakerNames = ($: Parameters<{ keys: readonly string[] }>) =>
  speakerRows().where('s.talk_id', '=', anyId($.keys)).orderBy('s.id');

const linkRows = () => db.selectFrom('talk_links as k').select(['k.talk_id as parent', 'k.id', 'k.kind', 'k.url']);

export const speakerNamesOfTalks = statement('names of speakers of talks', speakerNames);
export const speakersOfTalks = statement('speakers of talks', ($: Parameters<{ keys: readonly string[] }>) =>
  speakerNames($).select(['s.id', 's.display_name as printedName']),
);

/** Speakers and links by their own IDs; `parent` is the talk. */
const ofVisibleTalk = (visibility: Visibility, column: string, $: Parameters<ViewerArgument>) =>
  sql<boolean>`exists (select from talks t join events e on e.id = t.event_id
    where t.id = ${sql.ref(column)} and ${isEventVisible(visibility, $)})`;

type ByIds = Parameters<{ keys: readonly string[] } & ViewerArgument>;

export const speakersById = byVisibility((visibility) =>
  statement(`speakers by id, ${visibility}`, ($: ByIds) =>
    speakerRows()
      .select(['s.id', 's.display_name as printedName'])
      .where('s.id', '=', anyId($.keys))
      .where(ofVisibleTalk(visibility, 's.talk_id', $)),
  ),
);

export const linksById = byVisibility((visibility) =>
  statement(`links by id, ${visibility}`, ($: ByIds) =>
    linkRows()
      .where('k.id', '=', anyId($.keys))
      .where(ofVisibleTalk(visibility, 'k.talk_id', $)),
  ),
);

function trackNames($: Parameters<{ keys: readonly string[] }>) {
  return db
    .selectFrom('talk_tracks as tt')
    .innerJoin('tracks as k', 'k.id', 'tt.track_id')
    .select(['tt.talk_id as parent', 'k.id', 'k.name'])
    .where('tt.talk_id', '=', anyId($.keys))
    .orderBy(collatedName('k.name'))
    .orderBy('k.id');
}

export const trackNamesOfTalks = statement('names of tracks of talks', trackNames);
export const tracksOfTalks = statement('tracks of talks', ($: Parameters<{ keys: readonly string[] }>) =>
  trackNames($).select(['k.event_id as eventId', 'k.description', 'k.talk_count as talkCount']),
);

export const linksOfTalks = statement('links of talks', ($: Parameters<{ keys: readonly string[] }>) =>
  linkRows().where('k.talk_id', '=', anyId($.keys)).orderBy('k.id'),
);
