import { decoded, verbatim } from '../values.js';
import type { Mark } from '../report.js';

/** Decodes the texts that the original stored with HTML entities; it stored comments verbatim (contract §1.4). */
export interface Texts {
  /** At most `most` characters; empty for null. */
  readonly text: (value: string | null, mark: Mark, most?: number) => string;
}

/** @param areVerbatim the server stores texts verbatim, as Lectern does, so `&amp;` is literal */
export const textsOf = (areVerbatim: boolean): Texts => ({ text: areVerbatim ? verbatim : decoded });
