import type { Visibility, Viewer } from '../rules.js';
import type { RecordScope } from './records.js';
import type { Run } from '../../database/sql/statement.js';

/** Database access and visibility of one request. */
export interface ReadScope extends RecordScope {
  readonly run: Run;
  readonly viewer: Viewer | null;
  readonly visibility: Visibility;
}

/** The argument of every statement that filters by visibility. */
export function viewerArgument({ viewer }: ReadScope): { viewer: string | null } {
  return { viewer: viewer?.id ?? null };
}
