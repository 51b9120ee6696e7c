import { routes } from '../../rest-facade/nouns/routes.js';
import { feeds } from '../../feeds/index.js';
import { pages } from '../../pages/index.js';
import { nodeIdOf } from '../../schema/node.js';
import { AUTHOR } from './identity.js';
import type { FeedbackWorld } from './world.js';

/** A response to search. */
export interface Endpoint {
  readonly name: string;
  readonly path: string;
  /** A GraphQL document, sent by POST. */
  readonly query?: string;
  /** Whether it is about the author as a person, and so contains the name: then it must not contain the comments. */
  readonly isAboutAuthor?: boolean;
}

/** Lists of users, which contain the author by right and no comments. */
const userLists = new Set(['/v2.1/users']);

/** Every path of v2.1, of the feeds and of the pages, with the IDs of the world. */
function allPaths(world: FeedbackWorld): Endpoint[] {
  const { event, slug, talk, stub, track, talkComment, eventComment } = world;
  const parameters = (path: string): Readonly<Record<string, string>> => ({
    ...{ eventId: event, talkId: talk, trackId: track, userId: AUTHOR.id, username: AUTHOR.username },
    ...{ commentId: path.includes('/event_comments') ? eventComment : talkComment, slug, stub },
    id: path.includes('/events')
      ? event
      : path.includes('/tracks')
        ? track
        : path.includes('/users')
          ? AUTHOR.id
          : talk,
  });
  const paths = [
    ...routes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    ...[...feeds.rows, ...pages.rows].map(({ path }) => path),
  ].filter((path) => !userLists.has(path));
  return paths.map((template) => {
    const known = parameters(template);
    const path = template.replace(/:(\w+)/g, (_, name: string) => known[name] ?? '1');
    return { name: template, path, isAboutAuthor: /user/.test(template) };
  });
}

const COMMENT = `id nodeId userId user { id username fullName } text source createdAt editedAt viewerCanEdit rating
  isNameHidden`;
const PAGE = `totalCount edges { cursor } nodes { __typename ${COMMENT} }`;

/** What the graph returns about feedback, in one operation per way to reach it. */
function graphEndpoints({ event, talk, stub, slug, talkComment, eventComment }: FeedbackWorld): Endpoint[] {
  const nodeIds = [
    nodeIdOf({ type: 'TalkComment', id: talkComment }),
    nodeIdOf({ type: 'EventComment', id: eventComment }),
    nodeIdOf({ type: 'Talk', id: talk }),
    nodeIdOf({ type: 'Event', id: event }),
  ];
  const fragments = `__typename ... on Comment { ${COMMENT} }
    ... on Talk { viewerRating ratings { average fair fairLow count distribution { rating count } } comments { ${PAGE} } }
    ... on Event { comments { ${PAGE} } talkComments { ${PAGE} } }`;
  const queries: Record<string, string> = {
    'talk by ID': `{ talk(id: ${talk}) { ${fragments.replace('__typename', 'id')} } }`,
    'talk by stub': `{ talkByStub(stub: "${stub}") { viewerRating comments(last: 5) { ${PAGE} } } }`,
    event: `{ eventBySlug(slug: "${slug}") { comments { ${PAGE} } talkComments { ${PAGE} }
      talks(orderBy: BEST_RATED) { edges { cursor } nodes { id ratings { fairLow } comments { ${PAGE} } } } } }`,
    'talks by rating': `{ event(id: ${event}) { talks(orderBy: RATING) { edges { cursor } nodes { id commentCount } } } }`,
    'talk comment': `{ talkComment(id: ${talkComment}) { ${COMMENT} talk { comments { ${PAGE} } } } }`,
    'event comment': `{ eventComment(id: ${eventComment}) { ${COMMENT} event { talkComments { ${PAGE} } } } }`,
    nodes: `{ nodes(nodeIds: ${JSON.stringify(nodeIds)}) { ${fragments} } }`,
    reports: `{ event(id: ${event}) { reportedComments { comment { ${COMMENT} } }
      reportedTalkComments { comment { ${COMMENT} } reporter { id } } } }`,
    versions: `{ talkComment(id: ${talkComment}) { versions { text replacedAt } } eventComment(id: ${eventComment}) {
      versions { text replacedAt } } }`,
  };
  return Object.entries(queries).map(([name, query]) => ({ name: `graph: ${name}`, path: '/graphql', query }));
}

/** Every way to read feedback, in every format. */
export function endpoints(world: FeedbackWorld): Endpoint[] {
  const paths = allPaths(world);
  const formats = ['?verbose=yes', '?verbose=yes&format=html', '?verbose=yes&callback=show'];
  const inFormats = paths
    .filter(({ path }) => path.startsWith('/v2.1/') && !path.includes('openapi'))
    .flatMap((one) => formats.map((format) => ({ ...one, name: one.name + format, path: one.path + format })));
  return [...paths, ...inFormats, ...graphEndpoints(world)];
}

/** The headers and the body of a response, with the contents of its cursors. */
export async function read(base: string, { path, query }: Endpoint, token: string | undefined): Promise<string> {
  const response = await fetch(base + path, {
    redirect: 'manual',
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(query && { 'Content-Type': 'application/json' }),
    },
    ...(query && { method: 'POST', body: JSON.stringify({ query }) }),
  });
  const headers = [...response.headers].map((pair) => pair.join(': ')).join('\n');
  return `${headers}\n${decodedCursors(await response.text())}`;
}

/** Adds the contents of cursors, which are sort keys of rows. */
function decodedCursors(text: string): string {
  const cursors = [...text.matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor = '']) => Buffer.from(cursor, 'base64url'));
  return [text, ...cursors.map(String)].join('\n');
}
