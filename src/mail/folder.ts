import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../log.js';
import { mime } from './mime.js';
import type { MailTransport } from './transport.js';

/**
 * Writes each message into a file of its own, `<date>-<kind>-<id>.eml`, which mail programs open. Links in them hold
 * tokens: only the account of the service reads them.
 */
export function folderTransport(folder: string, log: Logger): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(message) {
      const { message: content } = await transport.sendMail(mime(message));
      const moment = message.date.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
      const file = join(folder, `${moment}-${message.kind}-${message.id.split('@')[0]}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all, and the same file when it is done once more.
      await writeFile(`${file}.part`, content as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ kind: message.kind, file }, 'A mail was written into a file, as there is no SMTP_URL');
    },
  };
}
