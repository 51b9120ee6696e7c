import { join } from 'node:path';
import type { Logger } from '../../telemetry/log/log.js';
import { folderTransport } from './folder.js';
import type { MailSettings } from '../../config/mail.js';
import { smtpTransport } from './smtp.js';
import type { MailTransport } from './transport.js';

export interface TransportParts {
  readonly settings: MailSettings;
  readonly dataDirectory: string;
  readonly log: Pick<Logger, 'info'>;
}

/** SMTP, or files if `SMTP_URL` is not set. */
export const mailTransport = ({ settings: { smtpUrl }, dataDirectory, log }: TransportParts): MailTransport =>
  smtpUrl === undefined ? folderTransport(join(dataDirectory, 'mail'), log) : smtpTransport(smtpUrl);
