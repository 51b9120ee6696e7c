import type { Visibility, Viewer } from '../rules.js';
import type { RecordScope } from './records.js';
import type { Run } from '../../database/sql/statement.js';
import type { ViewerArgument } from './visibility.js';

/** Database access and visibility of one request. */
export interface ReadScope extends RecordScope {
  readonly run: Run;
  readonly viewer: Viewer | null;
  readonly visibility: Visibility;
}

/** The arguments of every statement whose result depends on the viewer. */
export function viewerArgument({ viewer, now }: ReadScope): ViewerArgument {
  return { viewer: viewer?.id ?? null, now };
}
