import * as z from 'zod';
import { flag } from './setting-schemas.js';

/** OpenTelemetry variables that Lectern reads itself. The OpenTelemetry SDK reads all others. */
export const tracesEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional().meta({
    unset: 'no traces',
    description:
      'OTLP endpoint, such as `http://127.0.0.1:4318`; enables tracing. All other `OTEL_…` variables apply as well.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional().meta({
    unset: 'that of `OTEL_EXPORTER_OTLP_ENDPOINT`',
    description: 'OTLP endpoint for traces only, including its path: `http://127.0.0.1:4318/v1/traces`.',
  }),
  OTEL_TRACES_EXPORTER: z.string().optional().meta({
    unset: '`otlp` if an endpoint is set, else `none`',
    description: 'Trace exporter: `otlp`, `console` or `none`.',
  }),
  OTEL_SERVICE_NAME: z.string().default('lectern').meta({ description: 'Name of the service in traces.' }),
  // OpenTelemetry parses its Boolean variables case-insensitively.
  OTEL_SDK_DISABLED: z.string().toLowerCase().pipe(flag).default(false).meta({
    description: '`true` disables tracing and overrides all other variables.',
    values: '`true`, `false`, in any case',
  }),
};

export interface TracesSettings {
  readonly serviceName: string;
}

/** Maps the parsed variables to the settings; undefined: tracing is disabled. */
export function tracesSettings(data: z.output<z.ZodObject<typeof tracesEnvironment>>): TracesSettings | undefined {
  const address = data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? data.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = data.OTEL_TRACES_EXPORTER ?? (address === undefined ? 'none' : 'otlp');
  return data.OTEL_SDK_DISABLED || exporter === 'none' ? undefined : { serviceName: data.OTEL_SERVICE_NAME };
}
