import type { Config } from './config.js';

/** What a service with these settings does not do although it runs, one sentence each. */
export const degradations = ({ production, mail }: Pick<Config, 'production' | 'mail'>): readonly string[] =>
  production && mail.smtpUrl === undefined
    ? ['SMTP_URL is not set: mails become files in DATA_DIR/mail and reach no recipient.']
    : [];
