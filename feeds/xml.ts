/** XML, written here: libraries build trees, and feeds need only escaping (XML 1.0 §2.4). */

type Pieces = Generator<string, void>;

const written: ReadonlyMap<string, string> = new Map([
  ...([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    // The line break as parsers read it (XML 1.0 §2.11): several leave a reference to a carriage return in the text.
    ['\r\n', '\n'],
    ['\r', '\n'],
  ] as const),
]);
/** Characters that XML 1.0 §2.2 excludes: control characters, lone surrogates and two non-characters. */
const INVALID = /[\0-\b\v\f\x0e-\x1f\x7f\ufffe\uffff]|\p{Surrogate}/gu;

/** Text without characters that XML cannot contain. */
export const clean = (text: string): string => text.replaceAll(INVALID, '');

const escape = (text: string): string =>
  clean(text).replaceAll(/[&<>"]|\r\n?/g, (found) => written.get(found) ?? found);

type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** An element with complete children; attributes without a value are omitted. */
export const element = (name: string, attributes: Attributes, children: readonly string[]): string =>
  `${opening(name, attributes)}${children.join('')}</${name}>`;

/** The same, with children that are written one after another. */
export function* elementOf(name: string, attributes: Attributes, children: Iterable<string>): Pieces {
  yield opening(name, attributes);
  yield* children;
  yield `</${name}>`;
}

function opening(name: string, attributes: Attributes): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== null);
  const list = given.map(([key, value]) => ` ${key}="${escape(String(value)).replaceAll(/[\n\t]/g, ' ')}"`).join('');
  return `<${name}${list}>`;
}

/** An element that contains a text. */
export const leaf = (name: string, text: string | number, attributes: Attributes = {}): string =>
  element(name, attributes, [escape(String(text))]);

/** Nothing without a text. */
export const optional = (name: string, text: string | null | undefined): string =>
  text === undefined || text === null ? '' : leaf(name, text);

/** A document with its root element. */
export const xmlDocument = (root: string): string => `${DECLARATION}${root}\n`;

/** The same, with a root element that is written piece by piece. */
export function* xmlDocumentOf(root: Iterable<string>): Pieces {
  yield DECLARATION;
  yield* root;
  yield '\n';
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
