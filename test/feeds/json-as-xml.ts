import { element, leaf } from '../../feeds/xml.js';

/** A value of schedule.json. */
type Value = string | number | null | readonly Value[] | { readonly [name: string]: Value };
type Members = Readonly<Record<string, Value>>;

const isObject = (value: Value): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isScalar = (value: Value): value is string | number => typeof value === 'string' || typeof value === 'number';
const attributesOf = (members: Members, ...names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (isScalar(members[name] ?? null) ? [[name, String(members[name])]] : [])));
const without = (members: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
const listOf = (value: Value | undefined): readonly Members[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * What the tools of c3voc make of a schedule.json: each member of an object becomes an element of its name, in its order,
 * with the exceptions below; `guid` and `id` become attributes.
 */
export function jsonAsXml(text: string): string {
  const { generator = {}, schedule = {} } = JSON.parse(text) as Readonly<Record<'generator' | 'schedule', Members>>;
  const { days, rooms: _, daysCount, tracks, ...conference } = schedule['conference'] as Members;
  const about = { ...conference, days: daysCount ?? 0, base_url: schedule['base_url'] ?? '' };
  return element('schedule', {}, [
    element('generator', attributesOf(generator, 'name', 'version'), []),
    leaf('version', String(schedule['version'])),
    element('conference', {}, [
      ...ordered(about).map(([name, value]) => leaf(name, String(value))),
      ...listOf(tracks).map((track) => element('track', attributesOf(track, 'name', 'color', 'slug'), [])),
    ]),
    ...listOf(days).map(dayOf),
  ]);
}

/** The order of the schema, in which unknown members come last. */
const ORDER = 'title acronym start end days timeslot_duration base_url url time_zone_name'.split(' ');
const place = (name: string) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);
const ordered = (members: Members) => Object.entries(members).sort(([one], [other]) => place(one) - place(other));

function dayOf({ index = 0, date = '', day_start = '', day_end = '', rooms = {} }: Members): string {
  const attributes = { index: String(index), date: String(date), start: String(day_start), end: String(day_end) };
  return element(
    'day',
    attributes,
    Object.entries(rooms as Members).map(([name, talks]) => element('room', { name }, listOf(talks).map(talkOf))),
  );
}

function talkOf(talk: Members): string {
  const { persons, links, ...fields } = without(talk, 'guid', 'id');
  const people = listOf(persons).map((person) =>
    leaf('person', String(person['public_name'] ?? person['name']), attributesOf(person, 'id', 'guid')),
  );
  const addresses = listOf(links).map((link) =>
    leaf('link', String(link['title']), { href: String(link['url']), ...attributesOf(link, 'type') }),
  );
  return element('event', attributesOf(talk, 'guid', 'id'), [
    ...Object.entries(fields).map(([name, value]) => leaf(name, String(value ?? ''))),
    element('persons', {}, people),
    element('links', {}, addresses),
  ]);
}
