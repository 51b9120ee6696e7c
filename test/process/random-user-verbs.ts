import { pick, type Hand } from './random-world.js';
import type { Verb, Write } from './random-write.js';

type Draw = (hand: Hand) => Write | undefined;

const NAMES = ['Ada', 'Grace', 'Hedy', 'Katherine', 'Margaret', 'Radia'];

/** A name and an account on a talk: a new pair, or one of an earlier claim. */
const speaker =
  (verb: 'claim' | 'reject'): Draw =>
  (hand) => {
    const { random, world } = hand;
    const known = random() < 0.5 || verb === 'reject' ? pick(random, world.claims.slice(-10)) : undefined;
    const [talk, name] = [pick(random, world.targets.talk), pick(random, NAMES)];
    // Not the guest: speakers also attend.
    const own = pick(random, [...hand.members, ...hand.leavers.slice(0, 1)]);
    if (!talk || !name || !own) return undefined;
    const claim = known ?? { talkId: talk.id, speakerName: name, username: own.username };
    if (!known) world.claims.push(claim);
    const { talkId, speakerName, username } = claim;
    const [path, names] = [`/talks/${talkId}/speakers`, { display_name: speakerName, username }];
    return {
      who: known ? world.admin : own,
      input: { ...claim },
      rest:
        verb === 'claim'
          ? { method: 'POST', path, body: names }
          : { method: 'DELETE', path: `${path}?${new URLSearchParams(names).toString()}` },
    };
  };

const unlinkSpeaker: Draw = (hand) => {
  // Old enough to have been confirmed, and recent enough that the talk still exists.
  const claim = pick(hand.random, hand.world.claims.slice(-30, -3));
  const user = hand.world.users.find(({ username }) => username === claim?.username);
  if (!claim || !user) return undefined;
  return {
    who: hand.world.admin,
    input: { talkId: claim.talkId, userId: user.id },
    rest: { method: 'DELETE', path: `/talks/${claim.talkId}/speakers/${user.id}` },
  };
};

const register: Draw = ({ random }) => {
  const username = `new${Math.floor(random() * 1e9)}`;
  const shared = { username, email: `${username}@example.org`, password: 'correct horse battery' };
  return {
    who: undefined,
    input: { ...shared, fullName: 'Somebody New' },
    rest: { method: 'POST', path: '/users', body: { ...shared, full_name: 'Somebody New' } },
    makes: { value: '', under: [] },
  };
};

const replaceUser: Draw = ({ random, members }) => {
  const who = pick(random, members);
  if (!who) return undefined;
  const [fullName, email] = [`Name no. ${Math.floor(random() * 99)}`, `${who.username}@example.net`];
  return {
    who,
    input: { userId: who.id, fullName, email },
    rest: { method: 'PUT', path: `/users/${who.id}`, body: { full_name: fullName, email } },
  };
};

const trust =
  (trusted: boolean): Draw =>
  ({ random, world, members }) => {
    const user = pick(random, members);
    if (!user) return undefined;
    return {
      who: world.admin,
      input: { userId: user.id },
      rest: { method: 'POST', path: `/users/${user.id}/trusted`, body: { trusted } },
    };
  };

const purge: Draw = ({ world, spammer }) => ({
  who: world.admin,
  input: { userId: spammer.id },
  rest: { method: 'DELETE', path: `/users/${spammer.id}/talk_comments` },
  dooms: `comments of ${spammer.id}`,
});

const deleteUser: Draw = ({ world, leavers }) => {
  const leaver = leavers.shift();
  if (!leaver) return undefined;
  const rest = { method: 'DELETE', path: `/users/${leaver.id}` };
  return { who: world.admin, input: { userId: leaver.id }, rest, dooms: `account ${leaver.id}` };
};

const registerApplication: Draw = ({ random, members }) => {
  const fields = { name: `Phone no. ${Math.floor(random() * 1e9)}`, description: 'x' };
  const callback = 'https://phone.example/';
  const who = pick(random, members);
  if (!who) return undefined;
  return {
    who,
    input: { ...fields, callbackUrl: callback },
    rest: { method: 'POST', path: '/applications', body: { ...fields, callback_url: callback } },
    makes: { value: '', under: [`owner ${who.id}`] },
  };
};

const deleteApplication: Draw = ({ random, world }) => {
  const application = pick(random, world.targets.application);
  const who = world.users.find(({ id }) => application?.under.includes(`owner ${id}`));
  if (!application || !who) return undefined;
  return {
    who,
    input: { applicationId: application.id },
    rest: { method: 'DELETE', path: `/applications/${application.id}` },
    dooms: `application ${application.id}`,
  };
};

const requestPasswordReset: Draw = ({ guest: { username } }) => ({
  who: undefined,
  input: { username },
  rest: { method: 'POST', path: '/emails/reminders/password', body: { username } },
});

export const userVerbs: readonly Verb[] = [
  { name: 'claimSpeaker', weight: 6, draw: speaker('claim') },
  { name: 'rejectSpeakerClaim', weight: 1, draw: speaker('reject') },
  { name: 'unlinkSpeaker', weight: 3, draw: unlinkSpeaker },
  { name: 'register', weight: 0.7, creates: { field: 'user', kind: 'user' }, draw: register },
  { name: 'replaceUser', weight: 0.7, draw: replaceUser },
  { name: 'trustUser', weight: 0.4, draw: trust(true) },
  { name: 'distrustUser', weight: 0.4, draw: trust(false) },
  { name: 'deleteTalkCommentsOfUser', weight: 0.3, draw: purge },
  { name: 'deleteUser', weight: 0.6, draw: deleteUser },
  {
    name: 'registerApplication',
    weight: 0.5,
    creates: { field: 'application', kind: 'application' },
    draw: registerApplication,
  },
  { name: 'deleteApplication', weight: 0.3, draw: deleteApplication },
  { name: 'requestPasswordReset', weight: 0.3, draw: requestPasswordReset },
];
