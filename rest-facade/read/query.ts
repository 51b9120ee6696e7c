/** What a parameter holds: one text, or the texts of a PHP-style array (`tags[]=a&tags[]=b`, `tags[0]=a`). */
type Value = string | readonly string[];

/** The query string as v2.1 reads and repeats it: parameters in their first order, the last value of a repeated one. */
export class WireQuery {
  private constructor(private readonly parameters: ReadonlyMap<string, Value>) {}

  /** @param search the part of the address after `?`, without it; may be empty */
  static parse(search: string): WireQuery {
    const parameters = new Map<string, string | string[]>();
    for (const [key, value] of new URLSearchParams(search)) {
      const array = /^([^[]+)\[[^\]]*\]$/.exec(key);
      if (!array?.[1]) {
        parameters.set(key, value);
        continue;
      }
      const known = parameters.get(array[1]);
      if (Array.isArray(known)) known.push(value);
      else parameters.set(array[1], [value]);
    }
    return new WireQuery(parameters);
  }

  /** The text of a parameter; undefined when it is absent or an array. */
  text(name: string): string | undefined {
    const value = this.parameters.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** The texts of a parameter that may be given once or as an array; empty when absent. */
  list(name: string): readonly string[] {
    const value = this.parameters.get(name);
    if (value === undefined) return [];
    return typeof value === 'string' ? [value] : value;
  }

  /** Everything that was given, by name. */
  members(): Readonly<Record<string, Value>> {
    return Object.fromEntries(this.parameters);
  }

  /** The same query with some parameters replaced in place, or added at the end in the order given. */
  with(replacements: Readonly<Record<string, string>>): WireQuery {
    return new WireQuery(new Map([...this.parameters, ...Object.entries(replacements)]));
  }

  /** As PHP's `http_build_query` writes it: `tags%5B0%5D=php&title=two+words`. */
  toString(): string {
    const pairs = [...this.parameters].flatMap(([name, value]) =>
      typeof value === 'string'
        ? [[name, value] as const]
        : value.map((item, index) => [`${name}[${index}]`, item] as const),
    );
    return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  }
}

const PLAIN = /^[\w.-]*$/;

function encode(text: string): string {
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
