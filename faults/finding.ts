/** One requirement and whether it was met. */
export interface Finding {
  readonly what: string;
  readonly kept: boolean;
  /** For durations: ratio to the limit, so that a busy machine can be granted more time. */
  readonly share?: number;
}

/** Requires that a figure is at most `most`. */
export const atMost = (what: string, figure: number, most: number, unit = ''): Finding => ({
  what: `${what} ${Math.round(figure)}${unit} (at most ${most}${unit})`,
  kept: figure <= most,
  ...(unit === ' ms' && { share: figure / most }),
});

/** Accepts durations up to `patience` times the limit. */
export const patiently = (finding: Finding, patience: number): Finding => ({
  ...finding,
  kept: finding.kept || (finding.share ?? Infinity) <= patience,
});

/** Requires that two values are equal when serialized. */
export function alike(what: string, found: unknown, wanted: unknown): Finding {
  const [said, meant] = [JSON.stringify(found), JSON.stringify(wanted)];
  return said === meant ? { what, kept: true } : { what: `${what}: ${said} instead of ${meant}`, kept: false };
}
