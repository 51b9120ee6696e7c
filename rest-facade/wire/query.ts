/** A parsed request target. */
export interface Target {
  readonly path: string;
  readonly query: WireQuery;
}

/** Parses path and query of a request target, which may be in absolute form (RFC 9112 §3.2.2). */
export function readTarget(url: string): Target {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, query: WireQuery.parse('') };
  return { path: target.slice(0, mark), query: WireQuery.parse(target.slice(mark + 1)) };
}

/** Value of a parameter: a string, or the elements of a PHP-style array (`tags[]=a&tags[]=b`, `tags[0]=a`). */
type Value = string | readonly string[];

/** A parsed query string. Parameters keep their first position; the last value of a repeated parameter wins. */
export class WireQuery {
  private constructor(private readonly parameters: ReadonlyMap<string, Value>) {}

  /** @param search the part of the URL after `?`; may be empty */
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

  /** Returns the value of a parameter; undefined if it is absent or an array. */
  text(name: string): string | undefined {
    const value = this.parameters.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the values of a scalar or array parameter; empty if absent. */
  list(name: string): readonly string[] {
    const value = this.parameters.get(name);
    if (value === undefined) return [];
    return typeof value === 'string' ? [value] : value;
  }

  /** Returns all parameters by name. */
  members(): Readonly<Record<string, Value>> {
    return Object.fromEntries(this.parameters);
  }

  /** Returns a copy in which parameters are replaced in place or appended in the given order. */
  with(replacements: Readonly<Record<string, string>>): WireQuery {
    return new WireQuery(new Map([...this.parameters, ...Object.entries(replacements)]));
  }

  /** Serializes like PHP's `http_build_query`: `tags%5B0%5D=php&title=two+words`. */
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
