import { peopleOf, pick, type Hand } from './random-world.js';
import type { Verb, Write } from './random-write.js';

/** Some words; sometimes the same ones, which are rejected the second time. */
const words = (random: () => number): string =>
  random() < 0.05 ? 'Again!' : `Thought no. ${Math.floor(random() * 1e9)}`;
const stars = (random: () => number): number => 1 + Math.floor(random() * 5);

const commentOnEvent = (hand: Hand): Write | undefined => {
  const { random, world } = hand;
  const event = pick(random, world.targets.event);
  const who = pick(random, peopleOf(hand));
  if (!event) return undefined;
  const [text, rating] = [words(random), stars(random)];
  return {
    who,
    input: { eventId: event.id, text, rating },
    rest: { method: 'POST', path: `/events/${event.id}/comments`, body: { comment: text, rating } },
    makes: { value: text, under: [] },
  };
};

const commentOnTalk = (hand: Hand): Write | undefined => {
  const { random, world } = hand;
  const talk = pick(random, world.targets.talk);
  const who = pick(random, peopleOf(hand));
  if (!talk) return undefined;
  const [text, rating] = [words(random), stars(random)];
  return {
    who,
    input: { talkId: talk.id, text, rating },
    rest: { method: 'POST', path: `/talks/${talk.id}/comments`, body: { comment: text, rating } },
    makes: { value: text, under: [`talk ${talk.id}`, `comments of ${who?.id}`, `by ${who?.id}`] },
  };
};

/** Edits an own comment: it must have the last acknowledged text. */
const editTalkComment = (hand: Hand): Write | undefined => {
  const { random, world } = hand;
  const who = pick(random, peopleOf(hand));
  const own = world.targets.talkComment.filter(({ under }) => under.includes(`by ${who?.id}`));
  const comment = pick(random, own);
  if (!comment) return undefined;
  const text = `Better: ${words(random)}`;
  return {
    who,
    input: { talkCommentId: comment.id, text },
    rest: { method: 'PUT', path: `/talk_comments/${comment.id}`, body: { comment: text } },
    settles: { kind: 'talkComment', key: comment.id, value: text, under: comment.under },
  };
};

const report =
  (kind: 'event' | 'talk') =>
  (hand: Hand): Write | undefined => {
    const comment = pick(hand.random, hand.world.targets[`${kind}Comment`]);
    if (!comment) return undefined;
    return {
      who: pick(hand.random, peopleOf(hand)),
      input: { [`${kind}CommentId`]: comment.id },
      rest: { method: 'POST', path: `/${kind}_comments/${comment.id}/reported` },
    };
  };

const decide =
  (kind: 'event' | 'talk') =>
  (hand: Hand): Write | undefined => {
    const comment = pick(hand.random, hand.world.targets[`${kind}Comment`]);
    if (!comment) return undefined;
    const upheld = hand.random() < 0.3;
    return {
      who: hand.world.admin,
      input: { [`${kind}CommentId`]: comment.id, decision: upheld ? 'UPHELD' : 'REJECTED' },
      rest: {
        method: 'PUT',
        path: `/${kind}_comments/${comment.id}/reported`,
        body: { decision: upheld ? 'approved' : 'denied' },
      },
    };
  };

export const commentVerbs: readonly Verb[] = [
  {
    name: 'commentOnEvent',
    weight: 13,
    creates: { field: 'eventComment', kind: 'eventComment' },
    draw: commentOnEvent,
  },
  { name: 'commentOnTalk', weight: 18, creates: { field: 'talkComment', kind: 'talkComment' }, draw: commentOnTalk },
  { name: 'editTalkComment', weight: 7, draw: editTalkComment },
  { name: 'reportEventComment', weight: 4, draw: report('event') },
  { name: 'reportTalkComment', weight: 5, draw: report('talk') },
  { name: 'decideEventCommentReport', weight: 3, draw: decide('event') },
  { name: 'decideTalkCommentReport', weight: 4, draw: decide('talk') },
];
