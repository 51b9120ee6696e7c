import { currentRequest } from './record.js';

/** Does the work in a span of its own within that of its request; where nobody collects traces, it is just done. */
export function inSpan<Value>(name: string, work: () => Value | Promise<Value>): Value | Promise<Value> {
  const record = currentRequest();
  const outer = record?.span;
  if (!record || !outer) return work();
  const span = (record.span = outer.within(name, { 'graphql.operation.name': name }));
  return (async () => work())().finally(() => {
    span.end();
    record.span = outer;
  });
}
