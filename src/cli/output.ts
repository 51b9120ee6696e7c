import { Presets, SingleBar } from 'cli-progress';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '../config/operator-error.js';

type ShowProgress = (done: number, total: number, what: string) => void;

/** Shows a progress bar on standard error while `work` runs; without a terminal, a line every 5 s. */
export async function withProgress<Value>(unit: string, work: (show: ShowProgress) => Promise<Value>): Promise<Value> {
  const bar = new SingleBar(
    {
      format: `  {bar} {value}/{total} ${unit}  {what}`,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
      stream: process.stderr,
    },
    Presets.rect,
  );
  let started = false;
  try {
    return await work((done, total, what) => {
      if (!started) bar.start(total, 0, { what });
      started = true;
      bar.update(done, { what });
    });
  } finally {
    if (started) bar.stop();
  }
}

/**
 * Creates the file of `--out`, readable only by the current user.
 *
 * @throws OperatorError when the file exists or cannot be created
 */
export async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const code = String(Reflect.get(Object(cause), 'code'));
    const why = code === 'EEXIST' ? 'already exists' : `cannot be written (${code})`;
    throw new OperatorError(`--out: ${path} ${why}. Specify a new file.`, { cause });
  }
}

/**
 * Writes a text to a new file, readable only by the current user. Deletes a partial one, which could be mistaken for a
 * complete one.
 *
 * @throws OperatorError when the file exists or cannot be created
 */
export async function writeNewFile(path: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const file = await newFile(path);
  try {
    for await (const part of text) await file.write(part);
    await file.sync();
  } catch (error) {
    await rm(path);
    throw error;
  } finally {
    await file.close();
  }
}

const MAX_LINES = 20;

/** The first lines of a long list, and the number of those left out. */
export function firstOf(lines: readonly string[]): string[] {
  const more = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
  return [...lines.slice(0, MAX_LINES), ...more];
}
