import { decoded, verbatim } from '../values.js';
import type { Mark } from '../report.js';

/** How texts are read that the original stored with entities; comments it kept as they were (contract §1.4). */
export interface Texts {
  /** Of at most `most` characters; empty where there is none. */
  readonly text: (value: string | null, mark: Mark, most?: number) => string;
}

/** @param areVerbatim the server keeps texts as they were written, as this one does: an `&amp;` is one */
export const textsOf = (areVerbatim: boolean): Texts => ({ text: areVerbatim ? verbatim : decoded });
