import { markup, type Markup } from './markup.js';

type Members = Readonly<Record<string, unknown>>;

/** Only addresses of the web become links: a record may hold any text, such as `javascript:` and a script behind it. */
const ADDRESS = /^https?:\/\/[^\s/]\S*$/i;

/**
 * The members of a record, nested as they are in JSON.
 *
 * @param origin addresses of the service itself are shown without it
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
  // Isolated, so that letters that change the direction of writing change no more than their own text.
  if (!ADDRESS.test(text)) return markup`<span class="text" dir="auto">${text}</span>`;
  if (origin !== null && text.startsWith(`${origin}/`))
    return markup`<a href="${text}">${text.slice(origin.length)}</a>`;
  return markup`<a href="${text}" rel="nofollow noopener ugc">${text}</a>`;
}

const faint = (word: string): Markup => markup`<span class="faint">${word}</span>`;

/** Whether the value is an object with members. */
export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
