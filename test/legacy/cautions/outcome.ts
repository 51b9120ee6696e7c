/** What a query of the imported caution fixture answers: all rows, each value as text, in the order of the query. */
export interface Outcome {
  readonly what: string;
  readonly sql: string;
  readonly rows: readonly (readonly (string | null)[])[];
}
