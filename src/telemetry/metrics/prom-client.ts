// Imported lazily. A bundled `import('prom-client')` would have a default export only, since it is a CommonJS module.
export { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
