import type { Sight, Viewer } from '../rules.js';
import type { RecordScope } from './records.js';
import type { Run } from './statement.js';

/** One request's view of the database. */
export interface ReadScope extends RecordScope {
  readonly run: Run;
  readonly viewer: Viewer | null;
  readonly sight: Sight;
}

/** The argument that every statement with a sight takes. */
export function viewerArgument({ viewer }: ReadScope): { viewer: string | null } {
  return { viewer: viewer?.id ?? null };
}
