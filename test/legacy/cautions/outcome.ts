/** The result of a query of the imported caution fixture: all rows in order, each value as text. */
export interface Outcome {
  readonly what: string;
  readonly sql: string;
  readonly rows: readonly (readonly (string | null)[])[];
}
