const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
/** Controls other than breaks, and what turns the direction of the text around it. */
const INVISIBLE = /[\u0000-\u0009\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** The lines of a text, without anything that only a terminal or a mail program would see. */
export function linesOf(text: string): string[] {
  return text
    .replace(BREAK, '\n')
    .replace(INVISIBLE, ' ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim());
}

/** Everything on one line: a header or a sentence cannot be continued by what a user has typed. */
export function oneLine(text: string): string {
  return linesOf(text).filter(Boolean).join(' ');
}

/**
 * A line that Markdown and HTML both take for nothing but text: every ASCII character that means something in either,
 * down to the dot of `www.`, is written as a number, and there is no indentation.
 */
export function literally(text: string): string {
  return oneLine(text).replace(ASCII_PUNCTUATION, (character) => `&#${character.charCodeAt(0)};`);
}

/** An address that is safe to be a link, as browsers write it; null for anything that is not http(s). */
export function linkTarget(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
