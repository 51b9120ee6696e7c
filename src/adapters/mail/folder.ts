import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../../telemetry/log/log.js';
import { makeFolder } from '../../config/make-folder.js';
import { mime } from './mime.js';
import type { MailTransport } from './transport.js';

/**
 * Writes each message to its own file, `<date>-<kind>-<id>.eml`, which mail programs can open. The links contain
 * tokens, so only the service's OS account can read the files.
 */
export function folderTransport(folder: string, log: Pick<Logger, 'info'>): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async deliver(message) {
      const { message: content } = await transport.sendMail(mime(message));
      const moment = message.date.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
      const file = join(folder, `${moment}-${message.kind}-${message.id.split('@')[0]}.eml`);
      await makeFolder(folder, 0o700);
      // The rename makes the write atomic, and a retry replaces the same file.
      await writeFile(`${file}.part`, content as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ kind: message.kind, file }, 'Mail written to a file because SMTP_URL is not set');
    },
  };
}
