import { createHash } from 'node:crypto';

/** Maximum length of an identity in characters. */
export const MAX_IDENTITY_LENGTH = 255;

/** A text as an identity: a long one becomes its hash. */
export const shortened = (text: string): string =>
  text.length <= MAX_IDENTITY_LENGTH ? text : createHash('sha256').update(text).digest('hex');

/** The identity of a talk that shares it with those before it. */
export const numberedIdentity = (identity: string, number: number): string =>
  number === 1 ? identity : shortened(`${identity} #${number}`);

/** The distinct identities of the talks of a file. */
export class Identities {
  readonly #known = new Set<string>();
  /** The last number of each identity that several talks share. Counting from the start would take quadratic time. */
  readonly #numbers = new Map<string, number>();

  has(identity: string): boolean {
    return this.#known.has(identity);
  }

  /**
   * Adds the identity of a talk. Talks without an ID may be equal, such as the lunch of each day: those after the first
   * are numbered.
   *
   * @returns the identity, with a number if it is known
   */
  add(identity: string): string {
    let number = this.#numbers.get(identity) ?? 1;
    let unused = identity;
    while (this.#known.has(unused)) unused = numberedIdentity(identity, (number += 1));
    if (number > 1) this.#numbers.set(identity, number);
    this.#known.add(unused);
    return unused;
  }
}
