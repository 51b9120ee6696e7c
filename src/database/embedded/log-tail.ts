import { open } from 'node:fs/promises';

/** The line since byte `from` of the server's log that says best why it ended: its last FATAL or PANIC, or its last. */
export async function lastLogLine(logFile: string, from: number): Promise<string> {
  const lines = (await readFrom(logFile, from)).split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return telling?.trim() ?? 'the log says nothing';
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
