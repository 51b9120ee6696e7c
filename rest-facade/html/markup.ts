/** Text that is HTML already: only the template below makes it, so whatever else ends up in a page is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template takes: text, which is escaped, or markup, which is not; nothing is written of null and false. */
type Part = string | number | Markup | readonly Markup[] | null | undefined | false;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of a page. Attributes are written in double quotes: what is escaped cannot leave them. */
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
