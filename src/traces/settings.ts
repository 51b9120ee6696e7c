import { z } from 'zod';
import { flag } from '../setting-forms.js';

/** Those of OpenTelemetry's variables that Lectern looks at itself. Its library reads all the others. */
export const tracesEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional().meta({
    unset: 'no traces',
    description: 'Where traces are sent, such as `http://127.0.0.1:4318`. All other `OTEL_…` variables hold as well.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional().meta({
    unset: 'that of `OTEL_EXPORTER_OTLP_ENDPOINT`',
    description: 'The same for traces alone, with its path: `http://127.0.0.1:4318/v1/traces`.',
  }),
  OTEL_TRACES_EXPORTER: z.string().optional().meta({
    unset: '`otlp` where there is an address, else `none`',
    description: '`otlp`, `console` or `none`.',
  }),
  OTEL_SERVICE_NAME: z.string().default('lectern').meta({ description: 'What the service is called in traces.' }),
  // OpenTelemetry's own variables are read as it reads them: in any case.
  OTEL_SDK_DISABLED: z.string().toLowerCase().pipe(flag).default(false).meta({
    description: '`true` sends no traces, whatever else is set.',
    values: '`true`, `false`, in any case',
  }),
};

export interface TracesSettings {
  readonly serviceName: string;
}

/** The settings out of what the variables say; undefined: nobody collects traces. */
export function tracesSettings(data: z.output<z.ZodObject<typeof tracesEnvironment>>): TracesSettings | undefined {
  const address = data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? data.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = data.OTEL_TRACES_EXPORTER ?? (address === undefined ? 'none' : 'otlp');
  return data.OTEL_SDK_DISABLED || exporter === 'none' ? undefined : { serviceName: data.OTEL_SERVICE_NAME };
}
