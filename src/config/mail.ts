import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import * as z from 'zod';

/** An e-mail address with its display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const ADDRESS = /^[^\s<>@,;:"()]+@[^\s<>@,;:"()]+$/;
const NAMED = /^([^<>\r\n]*)<([^<>]+)>$/;

const address = z.string().regex(ADDRESS, 'must be an address such as help@example.org');
const mailbox = z.string().transform((text, { addIssue }): Mailbox => {
  const [, name = '', named] = NAMED.exec(text) ?? [];
  const box = { name: name.trim(), address: (named ?? text).trim() };
  if (ADDRESS.test(box.address)) return box;
  addIssue('must be an address such as help@example.org or Lectern <help@example.org>');
  return z.NEVER;
});

/** With any other key, nodemailer would send mails unsigned, without an error. */
function isRsaKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa';
  } catch {
    // Not a key, or an encrypted one: an expected result.
    return false;
  }
}

/** Mail variables. Error messages must not quote `SMTP_URL`, because it contains a password. */
export const mailEnvironment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example.org:587' })
    .optional()
    .meta({
      unset: 'none: mails become files in `DATA_DIR/mail`',
      secret: true,
      description: 'URL of the mail server, such as `smtp://user:password@mail.example.org:587`, or `smtps://…`.',
    }),
  MAIL_FROM: mailbox.optional().meta({
    unset: '`lectern@` and the host of `BASE_URL`, or `localhost`',
    description: 'Sender, such as `Lectern <help@example.org>`; the display name defaults to `PRODUCT_NAME`.',
  }),
  MAIL_REDIRECT: address.optional().meta({
    unset: 'none',
    description: 'Recipient of all mail in place of the actual recipients, for testing.',
  }),
  MAIL_SYSTEM: address.optional().meta({
    unset: 'the address of `MAIL_FROM`',
    description: 'Recipient of contact messages and of copies of rejections.',
  }),
  MAIL_DKIM_DOMAIN: z.string().optional().meta({
    unset: 'none: the mail server signs, if at all',
    description: 'Domain in the DKIM signature of all mails, with `MAIL_DKIM_SELECTOR` and `MAIL_DKIM_KEY`.',
  }),
  MAIL_DKIM_SELECTOR: z.string().optional().meta({
    unset: 'none',
    description: 'Selector of the DNS record `<selector>._domainkey.<domain>`.',
  }),
  MAIL_DKIM_KEY: z.string().refine(isRsaKey, 'must be an RSA private key in PEM format').optional().meta({
    unset: 'none',
    secret: true,
    description: 'Private RSA key of that record, in PEM format, not encrypted.',
  }),
  MAIL_TEMPLATES: z.string().optional().meta({
    unset: 'none',
    description: 'Directory of [templates](../src/adapters/mail/templates/README.md) that override the built-in ones.',
  }),
};

export interface MailSettings {
  /** Undefined: messages are written as files into the data directory. */
  readonly smtpUrl: string | undefined;
  readonly from: Mailbox;
  /** Recipient of all mail; undefined: the actual recipients. */
  readonly redirect: string | undefined;
  /** Recipient of contact messages and of copies of rejections. */
  readonly system: string;
  /** Directory of templates that override the built-in ones of the same name. */
  readonly templates: string | undefined;
  /** Signs all mails; undefined: the mail server does, if at all. */
  readonly dkim: DkimSettings | undefined;
}

/** Whose key signs, in the names of nodemailer. The key is in PEM format. */
interface DkimSettings {
  readonly domainName: string;
  readonly keySelector: string;
  readonly privateKey: string;
}

type MailVariables = z.output<z.ZodObject<typeof mailEnvironment>> & {
  readonly PRODUCT_NAME: string;
  readonly BASE_URL?: string | undefined;
};

/** Maps the parsed variables to the settings. */
export function mailSettings(data: MailVariables): MailSettings {
  const sender = data.MAIL_FROM ?? { name: '', address: `lectern@${hostOf(data.BASE_URL)}` };
  const from = { name: sender.name || data.PRODUCT_NAME, address: sender.address };
  return {
    smtpUrl: data.SMTP_URL,
    from,
    redirect: data.MAIL_REDIRECT,
    system: data.MAIL_SYSTEM ?? from.address,
    templates: data.MAIL_TEMPLATES,
    dkim: dkimOf(data),
  };
}

type DkimVariables = Pick<MailVariables, 'MAIL_DKIM_DOMAIN' | 'MAIL_DKIM_SELECTOR' | 'MAIL_DKIM_KEY'>;

function dkimOf(data: DkimVariables): DkimSettings | undefined {
  const { MAIL_DKIM_DOMAIN: domainName, MAIL_DKIM_SELECTOR: keySelector, MAIL_DKIM_KEY: privateKey } = data;
  return domainName && keySelector && privateKey ? { domainName, keySelector, privateKey } : undefined;
}

/** A signature needs all three variables. */
export function problemsOfMail(data: DkimVariables): string[] {
  const { MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY } = data;
  const missing = Object.entries({ MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY }).filter(([, value]) => !value);
  if (missing.length === 0 || missing.length === 3) return [];
  return missing.map(([name]) => `${name}: must be set together with the other variables of DKIM`);
}

/** Host of the default sender address: `localhost` if the base URL has an IP address, which is no mail domain. */
function hostOf(baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return host === '' || host.startsWith('[') || isIP(host) ? 'localhost' : host;
}
