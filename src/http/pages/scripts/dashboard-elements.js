// Elements and texts of the dashboard. Texts of records are text nodes: none is ever parsed as HTML.

/** Creates an element with some properties, and with children that are elements or texts. */
export function element(name, properties = {}, ...children) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

export const paragraph = (className, ...children) => element('p', { className }, ...children);

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** The day on which a time falls in its own time zone. */
const dayOf = (time) => new Date(`${time.slice(0, 10)}T00:00:00Z`);

export const dayText = (time) => days.format(dayOf(time));

const DAY_MS = 86_400_000;
const isMidnight = (time) => time.slice(11, 19) === '00:00:00';

/** The days of an event. An end at 00:00 belongs to the day before, unless the start is at 00:00 too: both are days then. */
export function daysText(from, until) {
  const [first, last] = [dayOf(from), dayOf(until)];
  const endsBefore = last > first && isMidnight(until) && !isMidnight(from);
  return days.formatRange(first, endsBefore ? new Date(last.getTime() - DAY_MS) : last);
}

/** Texts above this length, in characters, are folded. */
const MAX_SHOWN = 600;
const SHOWN = 400;

/** A text of any length, with its line breaks. */
export function passage(text) {
  if (text.length <= MAX_SHOWN) return element('blockquote', {}, text);
  const whole = element('details', {}, element('summary', {}, 'Full text'), element('blockquote', {}, text));
  return element('div', {}, element('blockquote', {}, `${text.slice(0, SHOWN)} …`), whole);
}
