import { isIP } from 'node:net';
import { z } from 'zod';

/** Somebody's address, with the name that mail programs show. */
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

/** Every variable about mail. `SMTP_URL` holds a password, so nothing may say what it was. */
export const mailEnvironment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example.org:587' })
    .optional()
    .meta({
      unset: 'none: mails become files in `DATA_DIR/mail`',
      secret: true,
      description: 'The mail server, such as `smtp://user:password@mail.example.org:587`, or `smtps://…`.',
    }),
  MAIL_FROM: mailbox.optional().meta({
    unset: '`lectern@` and the host of `BASE_URL`, or `localhost`',
    description: 'The sender, such as `Lectern <help@example.org>`; without a name, `PRODUCT_NAME` is put before it.',
  }),
  MAIL_REDIRECT: address.optional().meta({
    unset: 'none',
    description: 'Where all mail goes instead, whoever it is for: for trials.',
  }),
  MAIL_SYSTEM: address.optional().meta({
    unset: 'the address of `MAIL_FROM`',
    description: 'Who gets contact messages, and copies of rejections.',
  }),
  MAIL_TEMPLATES: z.string().optional().meta({
    unset: 'none',
    description: 'A folder of [templates](../src/mail/templates/README.md) in place of the built-in ones.',
  }),
};

export interface MailSettings {
  /** Undefined: messages become files in the data folder. */
  readonly smtpUrl: string | undefined;
  readonly from: Mailbox;
  /** Where all mail goes, whoever it is for; undefined: to whom it is for. */
  readonly redirect: string | undefined;
  /** Who receives contact mails and copies of rejections. */
  readonly system: string;
  /** A folder of templates that are used in place of the built-in ones of the same names. */
  readonly templates: string | undefined;
}

type MailVariables = z.output<z.ZodObject<typeof mailEnvironment>> & {
  readonly PRODUCT_NAME: string;
  readonly BASE_URL?: string | undefined;
};

/** The settings out of what the variables say. */
export function mailSettings(data: MailVariables): MailSettings {
  const given = data.MAIL_FROM ?? { name: '', address: `lectern@${hostOf(data.BASE_URL)}` };
  const from = { name: given.name || data.PRODUCT_NAME, address: given.address };
  return {
    smtpUrl: data.SMTP_URL,
    from,
    redirect: data.MAIL_REDIRECT,
    system: data.MAIL_SYSTEM ?? from.address,
    templates: data.MAIL_TEMPLATES,
  };
}

/** Behind the `@` stands a name; a number is none. */
function hostOf(baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return host === '' || host.startsWith('[') || isIP(host) ? 'localhost' : host;
}
