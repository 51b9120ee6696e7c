import { markup, type Markup } from './markup.js';

type Members = Readonly<Record<string, unknown>>;

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
  return markup`<dl>${rows}</dl>`;
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
