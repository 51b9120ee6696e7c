import { Refusal } from '../refusal.js';
import type { WireQuery } from './query.js';

/** Request fields in one flat namespace: members of the body override query parameters (contract §1.4). */
export class WireFields {
  constructor(
    private readonly query: WireQuery,
    private readonly body: Readonly<Record<string, unknown>>,
  ) {}

  /** Whether the request contains the field, with any value. */
  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** Returns the raw value: any JSON from the body, a string or an array of strings from the query. */
  value(name: string): unknown {
    if (Object.hasOwn(this.body, name)) return this.body[name];
    return this.query.text(name) ?? (this.query.list(name).length > 0 ? this.query.list(name) : undefined);
  }

  /**
   * Reads a string. Absent and null values become the empty string, numbers their decimal representation.
   *
   * @throws Refusal 400 for anything else
   */
  text(name: string): string {
    return this.optionalText(name) ?? '';
  }

  /** Like `text`, but undefined if absent: some writes preserve the stored values of absent fields. */
  optionalText(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (value === null) return '';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    throw new Refusal('PARAMETER_UNREADABLE', `Expected parameter ${name} is not a readable string`);
  }
}
