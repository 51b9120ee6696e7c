import { STATUS_CODES } from 'node:http';
import type { Target } from '../../wire/query.js';
import { dateInWords } from './dates.js';
import { imageView, isImage } from './images.js';
import { markup, type Markup } from './markup.js';

/** Request state that a page shows besides the response. */
export interface View extends Target {
  /** Name of the service. */
  readonly productName: string;
  /** Scheme, host and port of the service; null if `Host` is not an address of this service. */
  readonly origin: string | null;
}

type Members = Readonly<Record<string, unknown>>;

/** Heading and content of a page. */
interface Contents {
  readonly heading: string;
  /** Links to other pages above and below the records, and `meta`. */
  readonly above: Markup | null;
  readonly below: Markup | null;
  /** The records, rendered one after another. */
  readonly sheets: Iterable<Markup>;
  /** Whether the records have a verbose form. */
  readonly hasTwoForms: boolean;
}

/** @param body a document, or the one-element array of an error */
export function contentsOf(status: number, body: object, view: View): Contents {
  if (!Array.isArray(body)) return documentContents(body as Members, view);
  const [said] = body as readonly unknown[];
  const heading = typeof said === 'string' ? said : (STATUS_CODES[status] ?? '');
  return { heading, above: null, sheets: [], below: null, hasTwoForms: false };
}

/** Renders the records of a document, or its members if it has none; `meta` is collapsed. */
function documentContents({ meta, ...members }: Members, view: View): Contents {
  const records = recordsOf(members);
  const isSingle = records?.length === 1 && /\/\d+\/*$/.test(view.path);
  const pages = records && !isSingle && isRecord(meta) ? paging(meta, records.length) : null;
  const folded =
    isRecord(meta) && markup`<details class="sheet"><summary>meta</summary>${membersView(meta, view.origin)}</details>`;
  return {
    heading: (isSingle && nameOf(records[0])) || headingOf(view),
    above: pages,
    sheets: records ? sheetsOf(records, view.origin, isSingle) : [sheet(membersView(members, view.origin))],
    below: markup`${records && records.length > 1 && pages}${folded}`,
    hasTwoForms: Object.keys(records?.[0] ?? {}).some((name) => /^verbose_(?:comment_)?uri$/.test(name)),
  };
}

/** Returns the records of a list or single-record document; undefined for any other document. */
function recordsOf(members: Members): readonly object[] | undefined {
  const [value, ...others] = Object.values(members);
  return others.length === 0 && Array.isArray(value) && value.every(isRecord) ? value : undefined;
}

function* sheetsOf(records: readonly object[], origin: string | null, isSingle: boolean): Generator<Markup> {
  for (const record of records) yield recordSheet(record, origin, isSingle);
}

function recordSheet(record: object, origin: string | null, isSingle: boolean): Markup {
  const members = membersView(record, origin);
  const name = isSingle ? undefined : nameOf(record);
  if (name === undefined) return sheet(members);
  const address = addressOf(record);
  const title = address === undefined ? name : markup`<a href="${address}">${name}</a>`;
  return sheet(markup`<h2 dir="auto">${title}</h2>${members}`);
}

const sheet = (content: Markup): Markup => markup`<section class="sheet">${content}</section>`;

/** Members that contain the name of a record, by priority. */
const names = [
  'name',
  'user_display_name',
  'talk_title',
  'track_name',
  'full_name',
  'application',
  'title',
  'display_name',
  'host_name',
  'speaker_name',
];
/** Members that contain the URL of a record or of its account. */
const addresses = ['uri', 'comment_uri', 'client_uri', 'token_uri', 'host_uri', 'speaker_uri'];

/** Returns the name of a record, or undefined. */
export function nameOf(record: unknown): string | undefined {
  return firstText(record, names);
}

/** Returns the URL of a record, or undefined. */
export function addressOf(record: unknown): string | undefined {
  return firstText(record, addresses);
}

function firstText(record: unknown, members: readonly string[]): string | undefined {
  if (!isRecord(record)) return undefined;
  return members.map((member) => record[member]).find((value) => typeof value === 'string' && value !== '') as
    string | undefined;
}

/** Heading of a v2.1 path: `Talk comments` for `/v2.1/events/7/talk_comments/`. */
export function headingOf({ path, productName }: View): string {
  const word = path
    .split('/')
    .filter((step) => !/^\d*$/.test(step))
    .at(-1);
  if (word === undefined || word === 'v2.1') return productName;
  return (word[0] ?? '').toUpperCase() + word.slice(1).replaceAll('_', ' ');
}

/** Characters outside Latin-1 in a template literal would store the text of the whole bundle in two bytes each. */
const labels = { previous: '← Previous', next: 'Next →' };

/** Renders the range of records on the page and links to its neighbours. @param shown number of records on the page */
export function paging(meta: Readonly<Record<string, unknown>>, shown: number): Markup {
  const { total, this_page: page, prev_page: previous, next_page: next } = meta;
  const start = Number(/[?&]start=(\d+)/.exec(String(page))?.[1] ?? 0);
  const part = shown === 0 ? `0 of ${String(total)}` : `${start + 1} – ${start + shown} of ${String(total)}`;
  return markup`<nav class="pages" aria-label="Pages">
${typeof previous === 'string' && markup`<a href="${previous}" rel="prev">${labels.previous}</a>`}
<span>${part}</span>
${typeof next === 'string' && markup`<a href="${next}" rel="next">${labels.next}</a>`}
</nav>`;
}

/** Only HTTP URLs become links: a record may contain any text, such as a `javascript:` URL. */
const ADDRESS = /^https?:\/\/[^\s/]\S*$/i;

/**
 * Renders the members of a record, nested as in JSON.
 *
 * @param origin omitted from the text of links to the service itself
 */
export function membersView(members: object, origin: string | null): Markup {
  const rows = Object.entries(members).map(
    ([name, value]) => markup`<div><dt>${name}</dt><dd>${valueView(value, origin)}</dd></div>`,
  );
  return markup`${isImage(members) && imageView(members)}<dl>${rows}</dl>`;
}

function valueView(value: unknown, origin: string | null): Markup {
  if (typeof value === 'string') return textView(value, origin);
  if (Array.isArray(value)) return listView(value, origin);
  if (isRecord(value)) return Object.keys(value).length === 0 ? faint('none') : membersView(value, origin);
  return value === null || value === undefined ? faint('null') : markup`<span class="literal">${String(value)}</span>`;
}

function listView(values: readonly unknown[], origin: string | null): Markup {
  if (values.length === 0) return faint('none');
  const items = values.map((value) => markup`<li>${valueView(value, origin)}</li>`);
  return values.some(isRecord) ? markup`<ol>${items}</ol>` : markup`<ul>${items}</ul>`;
}

function textView(text: string, origin: string | null): Markup {
  if (text === '') return faint('empty');
  const words = dateInWords(text);
  if (words !== undefined) return markup`<time datetime="${text}">${text}</time> <span class="faint">${words}</span>`;
  // `dir="auto"` isolates bidirectional text from its surroundings.
  if (!ADDRESS.test(text)) return markup`<span class="text" dir="auto">${text}</span>`;
  if (origin !== null && text.startsWith(`${origin}/`))
    return markup`<a href="${text}">${text.slice(origin.length)}</a>`;
  return markup`<a href="${text}" rel="nofollow noopener ugc">${text}</a>`;
}

const faint = (word: string): Markup => markup`<span class="faint">${word}</span>`;

/** Whether the value is an object and not an array. */
export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
