/** One start tag of a page, and its attributes as a browser parses them. */
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string): string => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

const SCRIPT_OR_STYLE = /<(style|script)\b[^>]*>.*?<\/\1>/gs;
const TAG = /<([a-z][a-z0-9]*)((?:\s+[\w-]+="[^"]*")*)\s*\/?>/gi;

/**
 * Every start tag of a page in order.
 *
 * @throws Error for a `<` that begins no tag, or a tag in another format than the service writes
 */
export function tagsOf(page: string): Tag[] {
  const rest = page.replace(TAG, '').replace(/<\/[a-z][a-z0-9]*>|<!doctype html>/gi, '');
  const stray = /.{0,40}<.{0,40}/s.exec(rest);
  if (stray) throw new Error(`No tag: ${stray[0]}`);
  return [...page.matchAll(TAG)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decoded(value)]),
    ),
  }));
}

/** The visible text, without tags. */
export const textOf = (page: string): string =>
  decoded(page.replace(SCRIPT_OR_STYLE, '').replace(/<[^>]*>/g, '\u0000'));

/** The targets of the links of a page. */
export const linksOf = (page: string): string[] =>
  tagsOf(page).flatMap(({ name, attributes: { href } }) => (name === 'a' && href !== undefined ? [href] : []));
