import { problemOfDeprecations } from '../../../rest-facade/index.js';
import type { Config } from '../../config/config.js';
import { OperatorError } from '../../config/operator-error.js';

/**
 * Validates DEPRECATED_ROUTES at startup, before any resource is opened.
 *
 * @throws OperatorError when the configuration names an unknown route
 */
export function checkRoutes({ deprecations }: Config): void {
  const problem = problemOfDeprecations(deprecations);
  if (problem === null) return;
  throw new OperatorError(`Lectern cannot start with this configuration: DEPRECATED_ROUTES: ${problem}.`);
}
