import type { StatementWatch } from '../database/watch-statements.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics/metrics.js';
import { BACKGROUND } from '../metrics/table.js';
import { currentRequest } from './record.js';

/** Counts each statement for the request that runs it, and tells of it in the log (at `trace`) and in traces. */
export function tellOfStatements(log: Logger, { count }: Pick<Metrics, 'count'>): StatementWatch {
  const isLogged = log.isLevelEnabled('trace');
  return ({ name }) => {
    const request = currentRequest();
    const began = performance.now();
    const span = request?.span?.within(name(), { 'db.system.name': 'postgresql' });
    return (rows) => {
      const ms = performance.now() - began;
      if (request) {
        request.statements += 1;
        request.statementMs += ms;
      } else {
        count('statements', BACKGROUND);
        count('statementSeconds', BACKGROUND, ms / 1_000);
      }
      span?.end({ failed: rows === undefined });
      if (isLogged) log.trace({ statement: name(), ms: Math.round(ms * 100) / 100, rows }, 'SQL');
    };
  };
}
