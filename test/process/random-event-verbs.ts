import { pngFile } from '../images/png-file.js';
import { imageForm } from '../rest/multipart.js';
import { peopleOf, pick, type Hand } from './random-world.js';
import type { Verb, Write } from './random-write.js';

type Draw = (hand: Hand) => Write | undefined;

const image = imageForm(pngFile(140, 140));

function fields(random: () => number) {
  const name = `Conference no. ${Math.floor(random() * 500)}`;
  const shared = {
    name,
    description: 'Days of talks',
    location: 'Utrecht',
    tags: ['php', `t${Math.floor(random() * 9)}`],
  };
  const [begin, end] = ['2026-12-01T09:00:00Z', '2026-12-03T18:00:00Z'];
  return {
    input: { ...shared, startDate: begin, endDate: end, timeZone: 'Europe/Amsterdam' },
    body: { ...shared, start_date: begin, end_date: end, tz_continent: 'Europe', tz_place: 'Amsterdam' },
  };
}

const submitEvent: Draw = ({ random, world, members }) => {
  const { input, body } = fields(random);
  const who = world.targets.event.length < 5 ? world.admin : pick(random, members);
  return { who, input, rest: { method: 'POST', path: '/events', body }, makes: { value: '', under: [] } };
};

const replaceEvent: Draw = ({ random, world, members }) => {
  const event = pick(random, world.targets.event);
  if (!event) return undefined;
  const { input, body } = fields(random);
  const who = random() < 0.5 ? world.admin : pick(random, members);
  return {
    who,
    input: { eventId: event.id, ...input },
    rest: { method: 'PUT', path: `/events/${event.id}`, body },
  };
};

const review =
  (method: 'POST' | 'DELETE'): Draw =>
  ({ random, world }) => {
    // The newest ones: the older ones are already approved.
    const event = world.targets.event[world.targets.event.length - 1 - Math.floor(random() * 5)];
    if (!event) return undefined;
    return { who: world.admin, input: { eventId: event.id }, rest: { method, path: `/events/${event.id}/approval` } };
  };

const addHost: Draw = ({ random, world }) => {
  const [event, host] = [pick(random, world.targets.event), pick(random, world.users)];
  if (!event || !host) return undefined;
  return {
    who: world.admin,
    input: { eventId: event.id, username: host.username },
    rest: { method: 'POST', path: `/events/${event.id}/hosts`, body: { host_name: host.username } },
  };
};

const removeHost: Draw = ({ random, world, members }) => {
  const [event, host] = [pick(random, world.targets.event), pick(random, world.users)];
  if (!event || !host) return undefined;
  return {
    who: random() < 0.8 ? world.admin : pick(random, members),
    input: { eventId: event.id, userId: host.id },
    rest: { method: 'DELETE', path: `/events/${event.id}/hosts/${host.id}` },
  };
};

/** The guest's are known exactly; others are uncertain. */
const attendance =
  (method: 'POST' | 'DELETE'): Draw =>
  (hand) => {
    const { random, world, guest } = hand;
    const event = pick(random, world.targets.event);
    const who = random() < 0.5 ? guest : pick(random, peopleOf(hand));
    if (!event || !who) return undefined;
    const [key, value] = [`${event.id} ${who.id}`, method === 'POST' ? '' : null];
    return {
      who,
      input: { eventId: event.id },
      rest: { method, path: `/events/${event.id}/attending` },
      ...(who === guest && { settles: { kind: 'attendance', key, value, under: [] } }),
    };
  };

const setEventImage: Draw = ({ random, world }) => {
  const event = pick(random, world.targets.event);
  if (!event) return undefined;
  return { who: world.admin, rest: { method: 'POST', path: `/events/${event.id}/images`, body: image } };
};

const clearEventImages: Draw = ({ random, world }) => {
  const event = pick(random, world.targets.event);
  if (!event) return undefined;
  const rest = { method: 'DELETE', path: `/events/${event.id}/images` };
  return { who: world.admin, input: { eventId: event.id }, rest };
};

export const eventVerbs: readonly Verb[] = [
  { name: 'submitEvent', weight: 1.5, creates: { field: 'event', kind: 'event' }, draw: submitEvent },
  { name: 'replaceEvent', weight: 2, draw: replaceEvent },
  { name: 'approveEvent', weight: 1.5, draw: review('POST') },
  { name: 'rejectEvent', weight: 0.5, draw: review('DELETE') },
  { name: 'addHost', weight: 1.5, draw: addHost },
  { name: 'removeHost', weight: 1, draw: removeHost },
  { name: 'attendEvent', weight: 5, draw: attendance('POST') },
  { name: 'leaveEvent', weight: 3, draw: attendance('DELETE') },
  { name: 'setEventImage', weight: 0.5, draw: setEventImage },
  { name: 'clearEventImages', weight: 0.3, draw: clearEventImages },
];
