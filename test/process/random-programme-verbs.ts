import { peopleOf, pick, type Hand } from './random-world.js';
import type { Verb, Write } from './random-write.js';

type Draw = (hand: Hand) => Write | undefined;

const NAMES = ['Ada', 'Grace', 'Hedy', 'Katherine', 'Margaret', 'Radia'];

function talkFields({ random }: Hand) {
  const title = `Talk no. ${Math.floor(random() * 300)}`;
  const speakers = NAMES.filter(() => random() < 0.8);
  return {
    input: { title, description: 'What it is about', startDate: '2026-12-02T10:00:00Z', durationMinutes: 30, speakers },
    body: {
      ...{ talk_title: title, talk_description: 'What it is about', start_date: '2026-12-02T10:00:00Z' },
      ...{ duration: 30, speakers },
    },
  };
}

const hostOf = ({ random, world, members }: Hand) => (random() < 0.7 ? world.admin : pick(random, members));

const addTalk: Draw = (hand) => {
  const event = pick(hand.random, hand.world.targets.event);
  if (!event) return undefined;
  const { input, body } = talkFields(hand);
  return {
    who: hostOf(hand),
    input: { eventId: event.id, ...input },
    rest: { method: 'POST', path: `/events/${event.id}/talks`, body },
    makes: { value: '', under: [`in ${event.id}`] },
  };
};

const replaceTalk: Draw = (hand) => {
  const talk = pick(hand.random, hand.world.targets.talk);
  if (!talk) return undefined;
  const { input, body } = talkFields(hand);
  return {
    who: hostOf(hand),
    input: { talkId: talk.id, ...input },
    rest: { method: 'PUT', path: `/talks/${talk.id}`, body },
  };
};

/** Deletes one, whose facts are no longer expected; it stays among the targets for a while. */
const remove =
  (kind: 'talk' | 'track', idName: string): Draw =>
  (hand) => {
    const target = pick(hand.random, hand.world.targets[kind]);
    if (!target) return undefined;
    const dooms = `${kind} ${target.id}`;
    const rest = { method: 'DELETE', path: `/${kind}s/${target.id}` };
    return { who: hostOf(hand), input: { [idName]: target.id }, rest, dooms };
  };

const addTrack: Draw = (hand) => {
  const event = pick(hand.random, hand.world.targets.event);
  if (!event) return undefined;
  const name = `Track no. ${Math.floor(hand.random() * 50)}`;
  return {
    who: hostOf(hand),
    input: { eventId: event.id, name },
    rest: { method: 'POST', path: `/events/${event.id}/tracks`, body: { track_name: name } },
    makes: { value: '', under: [`in ${event.id}`] },
  };
};

const replaceTrack: Draw = (hand) => {
  const track = pick(hand.random, hand.world.targets.track);
  if (!track) return undefined;
  const name = `Other track no. ${Math.floor(hand.random() * 50)}`;
  return {
    who: hostOf(hand),
    input: { trackId: track.id, name },
    rest: { method: 'PUT', path: `/tracks/${track.id}`, body: { track_name: name } },
  };
};

const membership =
  (method: 'POST' | 'DELETE'): Draw =>
  ({ random, world }) => {
    const talk = pick(random, world.targets.talk);
    // Mostly one of the same event: others are rejected.
    const near = world.targets.track.filter(({ under }) => under[0] === talk?.under[0]);
    const track = pick(random, random() < 0.9 ? near : world.targets.track);
    if (!talk || !track) return undefined;
    const path = `/talks/${talk.id}/tracks`;
    const body = { track_uri: `http://127.0.0.1/v2.1/tracks/${track.id}` };
    const rest = method === 'POST' ? { method, path, body } : { method, path: `${path}/${track.id}` };
    return { who: world.admin, input: { talkId: talk.id, trackId: track.id }, rest };
  };

const addTalkLink: Draw = (hand) => {
  const talk = pick(hand.random, hand.world.targets.talk);
  if (!talk) return undefined;
  const url = `https://example.org/${Math.floor(hand.random() * 1e6)}`;
  return {
    who: hostOf(hand),
    input: { talkId: talk.id, kind: 'VIDEO', url },
    rest: { method: 'POST', path: `/talks/${talk.id}/links`, body: { display_name: 'video_link', url } },
    makes: { value: '', under: [`talk ${talk.id}`] },
  };
};

const changeLink =
  (method: 'PUT' | 'DELETE'): Draw =>
  (hand) => {
    const link = pick(hand.random, hand.world.targets.link);
    const talkId = link?.under[0]?.split(' ')[1];
    if (!link || !talkId) return undefined;
    const [url, path] = ['https://example.org/changed', `/talks/${talkId}/links/${link.id}`];
    const input = { talkId, linkId: link.id };
    const who = hand.world.admin;
    if (method === 'DELETE') return { who, input, rest: { method, path }, dooms: `link ${link.id}` };
    return {
      who,
      input: { ...input, kind: 'CODE', url },
      rest: { method, path, body: { display_name: 'code_link', url } },
    };
  };

/** The guest's are known exactly. */
const star =
  (method: 'POST' | 'DELETE'): Draw =>
  (hand) => {
    const { random, world, guest } = hand;
    const talk = pick(random, world.targets.talk);
    const who = random() < 0.5 ? guest : pick(random, peopleOf(hand));
    if (!talk || !who) return undefined;
    const [key, value] = [`${talk.id} ${who.id}`, method === 'POST' ? '' : null];
    return {
      who,
      input: { talkId: talk.id },
      rest: { method, path: `/talks/${talk.id}/starred` },
      ...(who === guest && { settles: { kind: 'star', key, value, under: [`talk ${talk.id}`] } }),
    };
  };

export const programmeVerbs: readonly Verb[] = [
  { name: 'addTalk', weight: 5, creates: { field: 'talk', kind: 'talk' }, draw: addTalk },
  { name: 'replaceTalk', weight: 4, draw: replaceTalk },
  { name: 'deleteTalk', weight: 1, draw: remove('talk', 'talkId') },
  { name: 'addTrack', weight: 2, creates: { field: 'track', kind: 'track' }, draw: addTrack },
  { name: 'replaceTrack', weight: 1, draw: replaceTrack },
  { name: 'deleteTrack', weight: 0.7, draw: remove('track', 'trackId') },
  { name: 'addTalkToTrack', weight: 4, draw: membership('POST') },
  { name: 'removeTalkFromTrack', weight: 1.5, draw: membership('DELETE') },
  { name: 'addTalkLink', weight: 1.5, creates: { field: 'link', kind: 'link' }, draw: addTalkLink },
  { name: 'replaceTalkLink', weight: 1, draw: changeLink('PUT') },
  { name: 'deleteTalkLink', weight: 0.7, draw: changeLink('DELETE') },
  { name: 'starTalk', weight: 6, draw: star('POST') },
  { name: 'unstarTalk', weight: 3, draw: star('DELETE') },
];
