import { Refusal } from '../refusal.js';
import type { WireQuery } from './query.js';

/** What a request is given: the query, overridden by the members of its body (contract §1.4). One flat namespace. */
export class WireFields {
  constructor(
    private readonly query: WireQuery,
    private readonly body: Readonly<Record<string, unknown>>,
  ) {}

  /** Whether the field was given at all, with whatever value. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** The value as it came: from the body any JSON, from the query a text or an array of texts. */
  value(name: string): unknown {
    if (Object.hasOwn(this.body, name)) return this.body[name];
    return this.query.text(name) ?? (this.query.list(name).length > 0 ? this.query.list(name) : undefined);
  }

  /**
   * A text. What is absent or null is the empty text, a number its digits.
   *
   * @throws Refusal 400 for anything else
   */
  text(name: string): string {
    return this.optionalText(name) ?? '';
  }

  /** The same, but undefined where the field is absent: some writes keep what they are not told. */
  optionalText(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (value === null) return '';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    throw new Refusal('PARAMETER_UNREADABLE', `Expected parameter ${name} is not a readable string`);
  }
}
