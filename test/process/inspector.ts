import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';

/** A position in compiled code, from 0. */
interface Position {
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** A debugger at work, over the inspector protocol. */
export interface Debugger {
  /** Sends a command, and returns its result. */
  readonly send: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** The parameters of the next event of this name. */
  readonly next: (event: string) => Promise<Record<string, unknown>>;
  readonly close: () => void;
}

/** Finds a line of a source in compiled files, as a debugger does, by their source maps. `line` is counted from 1. */
export function compiledPosition(outFiles: string, source: string, line: number): Position {
  for (const file of globSync(outFiles)) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const map = new SourceMap(
      JSON.parse(readFileSync(`${file}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
    );
    if (!map.payload.sources.some((name) => name.endsWith(source))) continue;
    for (let lineNumber = 0; lineNumber < lines.length; lineNumber += 1) {
      const columnNumber = /\S/.exec(lines[lineNumber] ?? '')?.index ?? 0;
      const entry = map.findEntry(lineNumber, columnNumber);
      if (!('originalSource' in entry) || !entry.originalSource.endsWith(source)) continue;
      if (entry.originalLine === line - 1) return { url: pathToFileURL(file).href, lineNumber, columnNumber };
    }
  }
  throw new Error(`No compiled file contains ${source}:${line}`);
}

/** Attaches to a Node process whose inspector listens at the address. */
export async function attach(address: string): Promise<Debugger> {
  const targets = (await (await fetch(`http://${address}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number | string, (value: Record<string, unknown>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, method, result, params } = JSON.parse(String(data)) as {
      id?: number;
      method?: string;
      result?: Record<string, unknown>;
      params?: Record<string, unknown>;
    };
    const key = id ?? method ?? '';
    waiting.get(key)?.(result ?? params ?? {});
    waiting.delete(key);
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let last = 0;
  const received = (key: number | string) =>
    new Promise<Record<string, unknown>>((resolve) => waiting.set(key, resolve));
  return {
    send(method, params = {}) {
      last += 1;
      const result = received(last);
      socket.send(JSON.stringify({ id: last, method, params }));
      return result;
    },
    next: received,
    close: () => socket.close(),
  };
}
