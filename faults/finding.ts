/** One line of what a fault has to keep, and whether it did. */
export interface Finding {
  readonly what: string;
  readonly kept: boolean;
  /** Of a time: by how much it was of what is allowed. On a machine that others use, twice may be no fault of ours. */
  readonly share?: number;
}

/** That a figure is at most so much, with what it was. */
export const atMost = (what: string, figure: number, most: number, unit = ''): Finding => ({
  what: `${what} ${Math.round(figure)}${unit} (at most ${most}${unit})`,
  kept: figure <= most,
  ...(unit === ' ms' && { share: figure / most }),
});

/** The finding, where times may be longer. */
export const patiently = (finding: Finding, patience: number): Finding => ({
  ...finding,
  kept: finding.kept || (finding.share ?? Infinity) <= patience,
});

/** That two values are alike, with both where they are not. */
export function alike(what: string, found: unknown, wanted: unknown): Finding {
  const [said, meant] = [JSON.stringify(found), JSON.stringify(wanted)];
  return said === meant ? { what, kept: true } : { what: `${what}: ${said} instead of ${meant}`, kept: false };
}
