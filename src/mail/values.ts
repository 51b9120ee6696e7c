import { linesOf, linkTarget, literally, oneLine } from './escape.js';
import type { Field } from './mail-kinds.js';

/** Where in a message a value is written. */
export type Place = 'subject' | 'text' | 'html';

/** A value that is written differently in each place; a filter makes a plain text of it. */
class Written {
  constructor(
    readonly plain: string,
    readonly places: Readonly<Record<Place, string>>,
  ) {}
  toString(): string {
    return this.plain;
  }
}

const writers: Readonly<Partial<Record<Field, (text: string) => Written>>> = {
  passage: (text) => new Written(text, { subject: oneLine(text), text: quoted(text), html: quotedMarkdown(text) }),
  link(text) {
    const target = linkTarget(text);
    if (target === null) throw new Error('A mail was given a link that is no http(s) address');
    return new Written(target, { subject: target, text: target, html: `<${target}>` });
  },
};

/** A mail's data as its template gets it. */
export function valuesOf(
  fields: Readonly<Record<string, Field>>,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = data[name] ?? null;
      return [name, typeof value === 'string' ? (writers[field]?.(value) ?? value) : value];
    }),
  );
}

const plainly: Readonly<Record<Place, (text: string) => string>> = { subject: oneLine, text: oneLine, html: literally };

/** How whatever stands between `{{` and `}}` is written in a place; nothing gets there by another way. */
export function writeIn(place: Place): (value: unknown) => string {
  return (value) => {
    if (value instanceof Written) return value.places[place];
    return value === null || value === undefined ? '' : plainly[place](String(value));
  };
}

function quoted(text: string): string {
  return linesOf(text.trim())
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** One line of Markdown, so that an empty line in it does not end the quotation. */
function quotedMarkdown(text: string): string {
  return `> ${linesOf(text.trim()).map(literally).join('<br>')}`;
}
