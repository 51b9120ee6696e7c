import { compared, type Check, type Sighting } from '../check.js';
import { pathOf } from '../client.js';
import { documentOf, type Json } from '../document.js';
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/kind.js';
import type { Visit } from '../visit.js';

/** Counters and the link to the list that each counts (contract §3.2, §3.4, §4.10). */
const table: readonly (readonly [kind: KindName, counter: string, list: string])[] = [
  ['event', 'attendee_count', 'attendees_uri'],
  ['event', 'event_comments_count', 'comments_uri'],
  ['event', 'tracks_count', 'tracks_uri'],
  ['event', 'talks_count', 'talks_uri'],
  ['event', 'talk_comments_count', 'all_talk_comments_uri'],
  ['talk', 'comment_count', 'comments_uri'],
];

export const counterChecks: readonly Check[] = table.map(([kind, counter, list]) => ({
  sections: `${kinds[kind].section}, 4.10`,
  title: `${kind}: ${counter} is the total of its list`,
  needs: `a ${kind} with a crawled list`,
  async *look(visit) {
    for (const record of visit.known(kind)) {
      const total = totalSeen(visit, record[list]);
      if (total === undefined || !(counter in record)) continue;
      yield total === Number(record[counter])
        ? compared(String(record['uri']), counter, total, total)
        : await askedAgain(visit, kind, record, counter, list);
    }
  },
}));

/** The total of a list in an anonymous response. */
function totalSeen({ documents }: Visit, list: unknown): number | undefined {
  if (typeof list !== 'string') return undefined;
  const found = documents.find(
    ({ asUser, exchange, meta }) => meta && !asUser && pathOf(exchange.url) === pathOf(list),
  );
  return found?.meta?.['total'] === undefined ? undefined : Number(found.meta['total']);
}

/** Requests both again, because a concurrent write may have changed the counter between the two responses. */
async function askedAgain(
  { client }: Visit,
  kind: KindName,
  record: Json,
  counter: string,
  list: string,
): Promise<Sighting> {
  const one = await client.ask(String(record['verbose_uri']));
  const many = await client.ask(String(record[list]));
  const [entry] = documentOf(one, { kind, shape: 'record' }, false).entries;
  const { meta } = documentOf(many, { kind, shape: 'list' }, false);
  return compared(
    one.url,
    `${String(kinds[kind].root)}[0].${counter}`,
    Number(entry?.record[counter]),
    Number(meta?.['total']),
  );
}
