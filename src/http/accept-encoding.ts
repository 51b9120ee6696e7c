/** How a body is sent: as it is, or packed. */
export type Coding = 'br' | 'gzip' | 'identity';

/** What a client says of codings. */
export interface Preference {
  /** The one that it likes best. */
  readonly coding: Coding;
  /** Whether it wants anything rather than plain bytes. */
  readonly refusesIdentity: boolean;
}

const plain: Preference = { coding: 'identity', refusesIdentity: false };
/** Of those that a client likes equally it gets the first. */
const packed = ['br', 'gzip'] as const;

/**
 * What a client likes best (RFC 9110, 12.5.3): what the header does not name comes after all that it does. Where it accepts
 * nothing that there is, it gets plain bytes.
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

/** `gzip;q=0.5`. What cannot be read as a weight is none. */
function weighted(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}
