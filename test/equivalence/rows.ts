import type { Data } from '../graphql/ask.js';
import { project, selectionOf, type Asking } from './member.js';
import { eventNarrowing, titleNarrowing, userNarrowing, type Narrow } from './narrowing.js';
import type { PoolName } from './pools.js';
import type { Question } from './question.js';
import { application, token } from './records/account.js';
import { eventComment, talkComment } from './records/comment.js';
import { event, images, track } from './records/event.js';
import { claim, eventCommentReport, talkCommentReport } from './records/moderation.js';
import { host, speaker, user } from './records/person.js';
import { language, talk, talkLink, talkType } from './records/talk.js';
import { bare, page, record, short, whole, type Shape } from './shape.js';

/** A GET row of the table of routes (contract §6), and its GraphQL equivalent. */
export interface Row {
  readonly path: string;
  /** The path of GraphQL fields, from the root; empty: only the viewer. */
  readonly at: readonly string[];
  readonly shape: Shape;
  /** Values of the path parameters. */
  readonly pool?: PoolName;
  readonly narrow?: Narrow;
  /** Number of requests per request of other rows: higher with many filters, or with few records per viewer. */
  readonly times?: number;
}

const PAGE = '(offset: $offset, limit: $limit)';

/** A row for a record, or for its subresources. */
const about = (pool: PoolName, path: string, at: readonly string[], shape: Shape): Row => ({ pool, path, at, shape });

const ofEvent = (below: string, field: string, shape: Shape): Row =>
  about('events', `/v2.1/events/{id}/${below}`, ['event(id: $id)', field], shape);
const ofTalk = (below: string, field: string, shape: Shape): Row =>
  about('talks', `/v2.1/talks/{id}/${below}`, ['talk(id: $id)', field], shape);
const ofUser = (below: string, field: string, shape: Shape): Row =>
  about('users', `/v2.1/users/{id}/${below}`, ['user(id: $id)', field], shape);

/** Spec §1, Landing page. */
const landing = bare('', (_found, _question, { base }) => ({
  events: `${base}/v2.1/events`,
  'hot-events': `${base}/v2.1/events?filter=hot`,
  'upcoming-events': `${base}/v2.1/events?filter=upcoming`,
  'past-events': `${base}/v2.1/events?filter=past`,
  'open-cfps': `${base}/v2.1/events?filter=cfp`,
}));
const links = `{ ${selectionOf(talkLink, false)} }`;
const allLinks = (found: Data, _: Question, asking: Asking) => ({
  talk_links: found.map((link: Data) => project(talkLink, link, asking)),
});
const oneLink = (found: Data, { variables }: Question, asking: Asking) => {
  const link = found.find(({ id }: Data) => id === variables['link']);
  return link ? project(talkLink, link, asking) : null;
};
const imageForm = images.asked.slice('images '.length);

export const rows: readonly Row[] = [
  { path: '/', at: [], shape: landing },
  { path: '/v2.1', at: [], shape: landing },
  {
    path: '/v2.1/events',
    at: [
      `events(filter: $filter, title: $title, stub: $stub, tags: $tags, from: $from, until: $until,
        offset: $offset, limit: $limit)`,
    ],
    shape: page('events', event),
    narrow: eventNarrowing,
    times: 4,
  },
  about('events', '/v2.1/events/{id}', ['event(id: $id)'], record('events', event)),
  ofEvent('talks', `talks${PAGE}`, page('talks', talk)),
  ofEvent('tracks', `tracks${PAGE}`, page('tracks', track)),
  ofEvent('comments', `comments${PAGE}`, page('comments', eventComment)),
  ofEvent('talk_comments', `talkComments${PAGE}`, page('comments', talkComment)),
  ofEvent('attendees', `attendees${PAGE}`, page('users', user)),
  ofEvent(
    'attending',
    'viewerIsAttending',
    bare('', (is_attending) => ({ is_attending })),
  ),
  ofEvent('hosts', 'hosts', short('hosts', host)),
  ofEvent(
    'images',
    'images',
    bare(
      imageForm,
      (found) => ({ images: images.value({ images: found }) }),
      ({ length }) => length,
    ),
  ),
  ofEvent('comments/reported', 'reportedComments', whole('reports', eventCommentReport)),
  ofEvent('talk_comments/reported', 'reportedTalkComments', whole('reports', talkCommentReport)),
  ofEvent('claims', 'pendingClaims', whole('claims', claim)),
  {
    path: '/v2.1/talks',
    at: [`talks(title: $words, offset: $offset, limit: $limit)`],
    shape: page('talks', talk),
    narrow: titleNarrowing,
  },
  about('talks', '/v2.1/talks/{id}', ['talk(id: $id)'], record('talks', talk)),
  ofTalk('comments', `comments${PAGE}`, page('comments', talkComment)),
  ofTalk(
    'starred',
    'viewerHasStarred',
    bare('', (has_starred) => ({ has_starred })),
  ),
  ofTalk('speakers', 'speakers', short('speakers', speaker)),
  ofTalk(
    'links',
    'links',
    bare(links, allLinks, ({ length }) => length),
  ),
  about('links', '/v2.1/talks/{id}/links/{link}', ['talk(id: $id)', 'links'], bare(links, oneLink)),
  about('tracks', '/v2.1/tracks/{id}', ['track(id: $id)'], record('tracks', track)),
  about('talkComments', '/v2.1/talk_comments/{id}', ['talkComment(id: $id)'], record('comments', talkComment)),
  about('eventComments', '/v2.1/event_comments/{id}', ['eventComment(id: $id)'], record('comments', eventComment)),
  {
    path: '/v2.1/users',
    at: ['users(username: $username, keyword: $keyword, offset: $offset, limit: $limit)'],
    shape: page('users', user),
    narrow: userNarrowing,
  },
  about('users', '/v2.1/users/{id}', ['user(id: $id)'], record('users', user)),
  ofUser('talks', `talks${PAGE}`, page('talks', talk)),
  ofUser('attended', `attendedEvents${PAGE}`, page('events', event)),
  ofUser('hosted', `hostedEvents${PAGE}`, page('events', event)),
  ofUser('talk_comments', `talkComments${PAGE}`, page('comments', talkComment)),
  { path: '/v2.1/token', at: [`accessTokens${PAGE}`], shape: page('tokens', token) },
  { ...about('tokens', '/v2.1/token/{id}', ['accessToken(id: $id)'], record('tokens', token)), times: 4 },
  { path: '/v2.1/applications', at: [`applications${PAGE}`], shape: page('clients', application) },
  {
    ...about('applications', '/v2.1/applications/{id}', ['application(id: $id)'], record('clients', application)),
    times: 4,
  },
  { path: '/v2.1/languages', at: [`languages${PAGE}`], shape: page('languages', language) },
  about('languages', '/v2.1/languages/{id}', ['language(id: $id)'], record('languages', language)),
  { path: '/v2.1/talk_types', at: [`talkTypes${PAGE}`], shape: page('talk_types', talkType) },
  about('talkTypes', '/v2.1/talk_types/{id}', ['talkType(id: $id)'], record('talk_types', talkType)),
];
