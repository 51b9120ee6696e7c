/** Content coding of a response body. */
export type Coding = 'br' | 'gzip' | 'identity';

/** The content coding preferences of a client. */
export interface Preference {
  /** The coding with the highest weight. */
  readonly coding: Coding;
  /** Whether the client rejects an uncompressed body. */
  readonly refusesIdentity: boolean;
}

const plain: Preference = { coding: 'identity', refusesIdentity: false };
/** In order of precedence when a client weights them equally. */
const packed = ['br', 'gzip'] as const;

/**
 * Negotiates the content coding (RFC 9110 §12.5.3). Codings that the header does not name rank below those that it
 * does. Falls back to identity if no available coding is acceptable.
 */
export function preferenceOf(header: string | undefined): Preference {
  if (header === undefined || header === '') return plain;
  const weights = new Map(header.toLowerCase().split(',').map(weighted));
  const others = weights.get('*');
  const identity = weights.get('identity');
  let [coding, most] = ['identity' as Coding, identity ?? 0];
  for (const name of packed.toReversed()) {
    const weight = weights.get(name) ?? weights.get(`x-${name}`) ?? others ?? 0;
    if (weight > 0 && weight >= most) [coding, most] = [name, weight];
  }
  return { coding, refusesIdentity: (identity ?? others) === 0 };
}

/** Parses `gzip;q=0.5`. An invalid weight counts as 0. */
function weighted(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}
