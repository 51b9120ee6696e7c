import type { StatementWatch } from './watch-statements.js';
import type { Logger } from '../telemetry/log/log.js';
import type { Metrics } from '../telemetry/metrics/metrics.js';
import { BACKGROUND } from '../telemetry/metrics/metric-table.js';
import { currentRequest } from '../telemetry/request/request-record.js';

/** Records each statement in its request, in the log (at `trace`) and in traces. */
export function recordStatements(
  log: Logger,
  { observeStatements }: Pick<Metrics, 'observeStatements'>,
): StatementWatch {
  const isLogged = log.isLevelEnabled('trace');
  return ({ name }) => {
    const request = currentRequest();
    const began = performance.now();
    const span = request?.span?.startChild(name(), { 'db.system.name': 'postgresql' });
    return (rows) => {
      const ms = performance.now() - began;
      if (request) {
        request.statements += 1;
        request.statementMs += ms;
      } else {
        observeStatements(BACKGROUND, 1, ms / 1_000);
      }
      span?.end({ failed: rows === undefined });
      if (isLogged) log.trace({ statement: name(), ms: Math.round(ms * 100) / 100, rows }, 'SQL');
    };
  };
}
