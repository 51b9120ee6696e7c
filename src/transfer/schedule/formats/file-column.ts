/** A column of a CSV file, and the field that it was taken for; null if it is not imported. */
export interface FileColumn {
  readonly name: string;
  readonly field: string | null;
}
