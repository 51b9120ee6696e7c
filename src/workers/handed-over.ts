import type { Worker } from 'node:cluster';

/**
 * Ends the connection that a worker was being given when it was killed. Node hands connections over one at a time, and
 * closes its own end once the worker has taken it: without this, the client of one that was never taken would wait for ever.
 */
export function endHandedOver(worker: Worker): void {
  const child = worker.process;
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  let latest: unknown;
  child.send = (message: unknown, ...others: unknown[]) => {
    if (others[0]) [latest] = others;
    return send(message, ...others);
  };
  // Closing one that is closed already does nothing.
  worker.once('exit', () => isHandle(latest) && latest.close());
}

const isHandle = (value: unknown): value is { close(): void } =>
  typeof value === 'object' && value !== null && 'close' in value;
