import { STATUS_CODES } from 'node:http';
import { addressOf, headingOf, nameOf } from './headings.js';
import { markup, type Markup } from './markup.js';
import { paging } from './paging.js';
import { isRecord, membersView } from './value.js';
import type { View } from './view.js';

type Members = Readonly<Record<string, unknown>>;

/** Heading and content of a page. */
interface Contents {
  readonly heading: string;
  readonly content: Markup | null;
  /** Whether the records have a verbose form. */
  readonly hasTwoForms: boolean;
}

/** @param body a document, or the one-element array of an error */
export function contentsOf(status: number, body: object, view: View): Contents {
  if (!Array.isArray(body)) return documentContents(body as Members, view);
  const [said] = body as readonly unknown[];
  const heading = typeof said === 'string' ? said : (STATUS_CODES[status] ?? '');
  return { heading, content: null, hasTwoForms: false };
}

/** Renders the records of a document, or its members if it has none; `meta` is collapsed. */
function documentContents({ meta, ...members }: Members, view: View): Contents {
  const records = recordsOf(members);
  const isSingle = records?.length === 1 && /\/\d+\/*$/.test(view.path);
  const pages = records && !isSingle && isRecord(meta) ? paging(meta, records.length) : null;
  const sheets = records?.map((record) => recordSheet(record, view.origin, isSingle)) ?? [
    sheet(membersView(members, view.origin)),
  ];
  const folded =
    isRecord(meta) && markup`<details class="sheet"><summary>meta</summary>${membersView(meta, view.origin)}</details>`;
  return {
    heading: (isSingle && nameOf(records[0])) || headingOf(view),
    content: markup`${pages}${sheets}${sheets.length > 1 && pages}${folded}`,
    hasTwoForms: Object.keys(records?.[0] ?? {}).some((name) => /^verbose_(?:comment_)?uri$/.test(name)),
  };
}

/** Returns the records of a list or single-record document; undefined for any other document. */
function recordsOf(members: Members): readonly object[] | undefined {
  const [value, ...others] = Object.values(members);
  return others.length === 0 && Array.isArray(value) && value.every(isRecord) ? value : undefined;
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
