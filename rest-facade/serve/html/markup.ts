/** Trusted HTML. Only the template below creates it, so all other text in a page is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Template argument: text is escaped, markup is not; null, undefined and false render nothing. */
type Part = string | number | Markup | readonly Markup[] | null | undefined | false;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Renders an HTML fragment. Attribute values are in double quotes, so escaped text cannot break out of them. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  parts.forEach((part, index) => (text += written(part) + strings[index + 1]));
  return new Markup(text);
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
