import pino, { type Logger } from 'pino';
import { requestMixin } from '../../src/telemetry/log/log.js';
import type { Letter } from '../../src/adapters/mail/mail-queue.js';
import { record, recordOutput } from './recording.js';

/** A log that records everything except SQL, and prints entries from a level upwards. */
export function recordingLog(level: string): Logger {
  const least = pino.levels.values[level] ?? Infinity;
  const write = (line: string): void => {
    recordOutput(line);
    if ((JSON.parse(line) as { level: number }).level >= least) process.stdout.write(line);
  };
  return pino({ level: level === 'trace' ? level : 'debug', mixin: requestMixin }, { write });
}

/** Records the tokens in mails, which only their recipients may see. */
export function recordMails(letters: Letter[]): Letter[] {
  for (const [token] of JSON.stringify(letters).matchAll(/(?<=token=)[\w-]+/g))
    record({ kind: 'secret', value: token });
  return letters;
}
