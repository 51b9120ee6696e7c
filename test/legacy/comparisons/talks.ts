import { epoch, type Comparison } from './comparison.js';

const kinds = `case lower(c.cat_title) when 'talk' then 'TALK' when 'social event' then 'SOCIAL_EVENT'
  when 'keynote' then 'KEYNOTE' when 'workshop' then 'WORKSHOP' when 'event related' then 'EVENT_RELATED' end`;
const linkKinds = `case y.display_name when 'slides_link' then 'SLIDES' when 'video_link' then 'VIDEO'
  when 'audio_link' then 'AUDIO' when 'code_link' then 'CODE' when 'joindin_link' then 'EVENT_SITE' end`;

export const talks: readonly Comparison[] = [
  {
    what: 'talks',
    legacy: `select t.ID, t.event_id, t.talk_title, t.talk_desc, ${kinds}, l.lang_name, t.date_given, t.duration
      from talks t join talk_cat k on k.talk_id = t.ID join categories c on c.ID = k.cat_id join lang l on l.ID = t.lang`,
    lectern: `select t.id, t.event_id, t.title, t.description, y.kind, l.name, ${epoch('t.starts_at')}, t.duration_minutes
      from talks t join talk_types y on y.id = t.talk_type_id join languages l on l.id = t.language_id`,
  },
  {
    what: 'stubs of talks that have one',
    legacy: "select ID, stub from talks where stub <> ''",
    lectern: 'select id, stub from talks where id in (3101, 3102) or id between 3001 and 3059',
  },
  {
    what: 'languages',
    legacy: 'select ID, lang_name, lang_abbr from lang',
    lectern: 'select id, name, code from languages',
  },
  {
    what: 'talk types',
    legacy: `select c.ID, ${kinds}, c.cat_desc from categories c`,
    lectern: 'select id, kind, description from talk_types',
  },
  {
    what: 'places of talks on tracks',
    legacy: 'select r.event_id, k.talk_id, k.track_id from talk_track k join event_track r on r.ID = k.track_id',
    lectern: 'select event_id, talk_id, track_id from talk_tracks',
  },
  {
    what: 'links, the slides of talks without a media entry among them',
    legacy: `select l.talk_id, ${linkKinds}, l.url from talk_links l join talk_link_types y on y.ID = l.talk_type
      union all select t.ID, 'SLIDES', t.slides_link from talks t where t.slides_link <> ''
        and not exists (select * from talk_links l where l.talk_id = t.ID and l.talk_type = 1)`,
    lectern: 'select talk_id, kind, url from talk_links',
  },
  {
    what: 'ids and times of links',
    legacy: 'select ID, talk_id, unix_timestamp(timestamp) from talk_links',
    lectern: `select id, talk_id, ${epoch('created_at')} from talk_links where id <= 35`,
  },
  {
    what: 'speakers, an account once on a talk, and pending ones by name alone',
    legacy: `select s.ID, t.event_id, s.talk_id, s.speaker_name, if(s.status = 'pending', null, nullif(s.speaker_id, 0))
      from talk_speaker s join talks t on t.ID = s.talk_id where s.status = 'pending' or s.status is null and not exists (select * from talk_speaker o
        where o.ID < s.ID and o.talk_id = s.talk_id and o.speaker_id = s.speaker_id and o.speaker_id > 0 and o.status is null)`,
    lectern: 'select id, event_id, talk_id, display_name, user_id from talk_speakers',
  },
  {
    what: 'pending speakers as claims of their accounts',
    legacy: `select t.event_id, s.talk_id, s.ID, s.speaker_id, s.speaker_id, 1, 0 from talk_speaker s join talks t on t.ID = s.talk_id
      where s.status = 'pending' and s.speaker_id > 0`,
    lectern: `select event_id, talk_id, speaker_id, user_id, submitted_by_id, (claimed_at is not null)::int, (assigned_at is not null)::int
      from speaker_claims`,
  },
  {
    what: 'stars',
    legacy: 'select t.event_id, s.tid, s.uid from user_talk_star s join talks t on t.ID = s.tid',
    lectern: 'select event_id, talk_id, user_id from talk_stars',
  },
];
