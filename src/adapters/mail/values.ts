import type { Values, VariableType } from '../../core/mail-kinds.js';

/** The part of a message in which a value is rendered. */
export type MessagePart = 'subject' | 'text' | 'html';

/** A value with a different escaping for each part; Liquid filters receive its plain text. */
class EscapedValue {
  constructor(
    readonly plain: string,
    readonly places: Readonly<Record<MessagePart, string>>,
  ) {}
  toString(): string {
    return this.plain;
  }
}

const feedbackFields = { talkTitle: 'line', eventName: 'line', talkUrl: 'link' } as const;
const commentFields = { commenter: 'optionalLine', rating: 'number', comment: 'passage' } as const;

type Writer<Type extends VariableType> = (value: NonNullable<Values[Type]>) => unknown;

const writers: { readonly [Type in VariableType]?: Writer<Type> } = {
  feedback: (talks) =>
    talks.map((talk) => ({
      ...valuesOf(feedbackFields, { ...talk }),
      comments: talk.comments.map((comment) => valuesOf(commentFields, comment)),
    })),
  passage: (text) => new EscapedValue(text, { subject: oneLine(text), text: quoted(text), html: quotedMarkdown(text) }),
  link(text) {
    const target = linkTarget(text);
    if (target === null) throw new Error('Mail link is not an http(s) URL');
    return new EscapedValue(target, { subject: target, text: target, html: `<${target}>` });
  },
};

/** Wraps a mail's data for its template. */
export function valuesOf(
  fields: Readonly<Record<string, VariableType>>,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = data[name] ?? null;
      const write = writers[field] as ((value: unknown) => unknown) | undefined;
      return [name, value === null || !write ? value : write(value)];
    }),
  );
}

const escapers: Readonly<Record<MessagePart, (text: string) => string>> = {
  subject: oneLine,
  text: oneLine,
  html: escapeMarkdown,
};

/** Escapes every value between `{{` and `}}` for one part of the message; no value bypasses it. */
export function escapeFor(part: MessagePart): (value: unknown) => string {
  return (value) => {
    if (value instanceof EscapedValue) return value.places[part];
    return value === null || value === undefined ? '' : escapers[part](String(value));
  };
}

function quoted(text: string): string {
  return linesOf(text.trim())
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A single line of Markdown, so that an empty line does not end the blockquote. */
function quotedMarkdown(text: string): string {
  return `> ${linesOf(text.trim()).map(escapeMarkdown).join('<br>')}`;
}

const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
/** Control characters except line breaks, and Unicode characters that change the text direction. */
const INVISIBLE = /[\u0000-\u0009\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Splits a text into lines and strips control characters. */
function linesOf(text: string): string[] {
  return text
    .replace(BREAK, '\n')
    .replace(INVISIBLE, ' ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim());
}

/** Collapses a text to one line, so that user input cannot continue a header or a sentence. */
function oneLine(text: string): string {
  return linesOf(text).filter(Boolean).join(' ');
}

/**
 * Escapes a line for Markdown and HTML. Writes every ASCII punctuation character, down to the dot of `www.`, as a
 * numeric character reference, and removes indentation.
 */
function escapeMarkdown(text: string): string {
  return oneLine(text).replace(ASCII_PUNCTUATION, (character) => `&#${character.charCodeAt(0)};`);
}

/** The normalized URL of a safe link; null for any scheme other than http(s). */
function linkTarget(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
