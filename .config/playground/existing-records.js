// Existing records for the variables of operations: first those of the logged-in user, then public ones.
import { askGraph } from './ask-graph.js';

const event = `
  fragment Known on Event {
    id slug stub name description location timeZone startDate endDate
    hosts { id username }
    tracks(first: 1) { nodes { id name description } }
    comments(first: 1) { nodes { id } }
    talkComments(first: 1) { nodes { id } }
    talks(first: 5) { nodes { id title stub description startDate links { id kind url } speakers { name user { id username } } } }
  }`;
const everybodys = `{
    hot: events(filter: HOT, first: 4) { nodes { ...Known } }
    past: events(filter: PAST, first: 4) { nodes { ...Known } }
    languages(first: 1) { nodes { id } }
    talkTypes(first: 1) { nodes { id } }
  } ${event}`;
const viewers = `{
    viewer {
      id username fullName email
      hostedEvents(first: 3) { nodes { ...Known } }
      talkComments(first: 1) { nodes { id } }
    }
  } ${event}`;
const applications = '{ applications(first: 1) { nodes { id name description } } }';
const tokens = '{ accessTokens(first: 1) { nodes { id } } }';

/** Null if the viewer lacks permission: the variables then have no such record. */
const ifAllowed = (query) => askGraph(query).catch(() => ({}));

const nodesOf = (connection) => connection?.nodes ?? [];
const first = (lists) => lists.flat().find((record) => record != null);

/** One record of each kind, by its v2.1 collection; undefined for a kind without records. */
export async function existingRecords(isLoggedIn) {
  const [open, own, registered, issued] = await Promise.all([
    ifAllowed(everybodys),
    ...[viewers, applications, tokens].map((query) => (isLoggedIn ? ifAllowed(query) : {})),
  ]);
  const { viewer } = own;
  const events = [viewer?.hostedEvents, open.hot, open.past].flatMap(nodesOf);
  // Prefer an event with talks and tracks, so that talks can be added to tracks.
  const chosen = events.find(({ tracks, talks }) => nodesOf(tracks).length && nodesOf(talks).length) ?? events[0];
  const all = chosen ? [chosen, ...events] : [];
  const talks = all.flatMap((some) => nodesOf(some.talks));
  const speakers = talks.flatMap((talk) => talk.speakers);
  return {
    events: chosen,
    talks: talks.find(({ speakers, links }) => speakers.length && links.length) ?? talks[0],
    tracks: first(all.map(({ tracks }) => nodesOf(tracks))),
    users: viewer ?? first([speakers.map(({ user }) => user), all.map(({ hosts }) => hosts[0])]),
    speakers: speakers[0],
    links: first(talks.map(({ links }) => links)),
    event_comments: first(all.map(({ comments }) => nodesOf(comments))),
    talk_comments: first([nodesOf(viewer?.talkComments), ...all.map(({ talkComments }) => nodesOf(talkComments))]),
    languages: first([nodesOf(open.languages)]),
    talk_types: first([nodesOf(open.talkTypes)]),
    applications: first([nodesOf(registered.applications)]),
    token: first([nodesOf(issued.accessTokens)]),
  };
}
