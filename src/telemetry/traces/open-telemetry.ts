import { setTimeout as sleep } from 'node:timers/promises';
import {
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as TracedSpan,
} from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { createLogThrottle, type Logger } from '../log/log.js';
import type { TracesSettings } from '../../config/traces.js';
import type { Span, Tracing } from './tracing.js';

/** Caps the shutdown delay that an unresponsive collector causes. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Exports traces as configured by the OpenTelemetry variables. Import this module only if tracing is enabled, because
 * it loads OpenTelemetry.
 */
export function startTracing({ serviceName }: TracesSettings, log: Logger): Tracing {
  const quiet = createLogThrottle();
  const warn = (message: string): void =>
    quiet(message, (suppressed) => log.warn({ ...(suppressed > 0 && { suppressed }) }, `Traces: ${message}`));
  const nothing = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // Metrics and logs are not exported by OpenTelemetry.
  const sdk = new NodeSDK({ serviceName, metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  const tracer = trace.getTracer('lectern');

  const spanOf = (traced: TracedSpan, parent: Context): Span => ({
    startChild(name, attributes) {
      const context = trace.setSpan(parent, traced);
      return spanOf(tracer.startSpan(name, { attributes }, context), context);
    },
    end({ name, attributes, failed = false } = {}) {
      if (name !== undefined) traced.updateName(name);
      if (attributes) traced.setAttributes(attributes);
      if (failed) traced.setStatus({ code: SpanStatusCode.ERROR });
      traced.end();
    },
  });
  return {
    startSpan({ headers, method = '' }, began) {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      return spanOf(tracer.startSpan(method, { kind: SpanKind.SERVER, startTime: began }, parent), parent);
    },
    async close() {
      const flushed = sdk.shutdown().catch(({ message }: Error) => warn(message));
      await Promise.race([flushed, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
