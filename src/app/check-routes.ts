import { problemOfDeprecations } from '../../rest-facade/index.js';
import type { Config } from '../config.js';
import { OperatorError } from '../operator-error.js';

/**
 * To be called before anything is opened.
 *
 * @throws OperatorError when the configuration names routes that there are not
 */
export function checkRoutes({ deprecations }: Config): void {
  const problem = problemOfDeprecations(deprecations);
  if (problem === null) return;
  throw new OperatorError(`Lectern cannot start with this configuration: DEPRECATED_ROUTES: ${problem}.`);
}
