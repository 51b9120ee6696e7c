import type { Found } from '../document.js';
import type { KindName } from '../kinds/kind.js';
import type { Visit } from '../visit.js';

/** All records of a kind in all documents. */
export const recordsIn = ({ documents }: Visit, kind: KindName): Found[] =>
  documents.flatMap(({ records }) => records).filter((found) => found.kind === kind);
