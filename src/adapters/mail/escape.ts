const BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
/** Control characters except line breaks, and Unicode characters that change the text direction. */
const INVISIBLE = /[\u0000-\u0009\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Splits a text into lines and strips control characters. */
export function linesOf(text: string): string[] {
  return text
    .replace(BREAK, '\n')
    .replace(INVISIBLE, ' ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim());
}

/** Collapses a text to one line, so that user input cannot continue a header or a sentence. */
export function oneLine(text: string): string {
  return linesOf(text).filter(Boolean).join(' ');
}

/**
 * Escapes a line for Markdown and HTML. Writes every ASCII punctuation character, down to the dot of `www.`, as a
 * numeric character reference, and removes indentation.
 */
export function literally(text: string): string {
  return oneLine(text).replace(ASCII_PUNCTUATION, (character) => `&#${character.charCodeAt(0)};`);
}

/** The normalized URL of a safe link; null for any scheme other than http(s). */
export function linkTarget(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : null;
}
