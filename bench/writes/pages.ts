import type { Client } from 'pg';

/** What is read and what is written elsewhere. */
export interface Pages {
  /** v2.1 paths, each a different cacheable response. */
  readonly paths: readonly string[];
  /** Talks of events that none of the pages shows, without speaker accounts: comments on them send no mail. */
  readonly talks: readonly string[];
}

const EVENTS = 205;
const LIST_PAGES = 19;
const PER_PAGE = 20;

/** 840 pages: four of each of 205 events, 19 pages of the list of events, and the popular events. */
export async function pagesOf(client: Client): Promise<Pages> {
  const { rows: listed } = await client.query<{ id: string; talk: string }>(
    `select e.id, (select t.id from talks t where t.event_id = e.id order by t.comment_count desc, t.id limit 1) as talk
      from events e where e.is_public order by e.starts_at desc, e.id desc limit $1`,
    [LIST_PAGES * PER_PAGE],
  );
  const { rows: talks } = await client.query<{ id: string }>(
    `select t.id from talks t join events e on e.id = t.event_id and e.is_public
      where e.id <> all($1) and not exists (select from talk_speakers s where s.talk_id = t.id and s.user_id is not null)
      order by md5(t.id::text) limit 1000`,
    [listed.map(({ id }) => id)],
  );
  const ofEvents = listed
    .filter(({ talk }) => talk !== null)
    .slice(0, EVENTS)
    .flatMap(({ id, talk }) => [
      `/v2.1/events/${id}?verbose=yes`,
      `/v2.1/events/${id}/talks?resultsperpage=20`,
      `/v2.1/events/${id}/comments?resultsperpage=20`,
      `/v2.1/talks/${talk}/comments?resultsperpage=20`,
    ]);
  const lists = Array.from(
    { length: LIST_PAGES },
    (_, page) => `/v2.1/events?resultsperpage=${PER_PAGE}&start=${page * PER_PAGE}`,
  );
  return {
    paths: [...ofEvents, ...lists, `/v2.1/events?resultsperpage=${PER_PAGE}&filter=hot`],
    talks: talks.map(({ id }) => id),
  };
}
