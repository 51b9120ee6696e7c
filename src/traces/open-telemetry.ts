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
import { quietly } from '../jobs/quiet.js';
import type { Logger } from '../log.js';
import type { TracesSettings } from './settings.js';
import type { Span, Tracing } from './tracing.js';

/** What a collector that does not answer may cost a stop. */
const CLOSE_WITHIN_MS = 1_000;

/** Sends traces where OpenTelemetry's variables say. This file, and OpenTelemetry with it, is loaded for nothing else. */
export function startTracing({ serviceName }: TracesSettings, log: Logger): Tracing {
  const quiet = quietly();
  const warn = (message: string): void =>
    quiet(message, (andOthers) => log.warn({ ...(andOthers > 0 && { andOthers }) }, `Traces: ${message}`));
  const nothing = (): void => undefined;
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // Numbers and lines of the log have ways of their own.
  const sdk = new NodeSDK({ serviceName, metricReaders: [], logRecordProcessors: [] });
  sdk.start();
  const tracer = trace.getTracer('lectern');

  const spanOf = (traced: TracedSpan, parent: Context): Span => ({
    within(name, attributes) {
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
    begin({ headers, method = '' }, began) {
      const parent = propagation.extract(ROOT_CONTEXT, headers);
      return spanOf(tracer.startSpan(method, { kind: SpanKind.SERVER, startTime: began }, parent), parent);
    },
    async close() {
      const told = sdk.shutdown().catch(({ message }: Error) => warn(message));
      await Promise.race([told, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
