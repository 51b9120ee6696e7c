import { open } from 'node:fs/promises';

/**
 * Returns the line since byte `from` that best explains why the server exited: the last FATAL or PANIC, or the last.
 */
export async function lastLogLine(logFile: string, from: number): Promise<string> {
  const lines = (await readFrom(logFile, from)).split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return telling?.trim() ?? 'no log output';
}

/** Size of the log in bytes. */
export async function logSize(logFile: string): Promise<number> {
  const log = await open(logFile, 'a', 0o600);
  try {
    return (await log.stat()).size;
  } finally {
    await log.close();
  }
}

async function readFrom(logFile: string, from: number): Promise<string> {
  const log = await open(logFile, 'r');
  try {
    const { size } = await log.stat();
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(Math.max(0, size - from)), position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await log.close();
  }
}
