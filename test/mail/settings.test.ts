import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { mailEnvironment, mailSettings } from '../../src/config/mail.js';

const settings = (variables: Record<string, string>) => {
  const { BASE_URL, ...rest } = variables;
  return mailSettings({ ...z.object(mailEnvironment).parse(rest), PRODUCT_NAME: 'Lectern', BASE_URL });
};

describe('the settings of mail', () => {
  it.each([
    [{}, { name: 'Lectern', address: 'lectern@localhost' }],
    [{ BASE_URL: 'https://api.example.org' }, { name: 'Lectern', address: 'lectern@api.example.org' }],
    [{ BASE_URL: 'http://127.0.0.1:8080' }, { name: 'Lectern', address: 'lectern@localhost' }],
    [{ BASE_URL: 'http://[::1]:8080' }, { name: 'Lectern', address: 'lectern@localhost' }],
    [{ MAIL_FROM: 'post@example.org' }, { name: 'Lectern', address: 'post@example.org' }],
    [{ MAIL_FROM: 'The Post <post@example.org>' }, { name: 'The Post', address: 'post@example.org' }],
  ])('%j: mails are sent from %j, and so is the system address', (variables, from) => {
    expect(settings(variables)).toEqual({
      smtpUrl: undefined,
      from,
      redirect: undefined,
      system: from.address,
      templates: undefined,
    });
  });

  it('all settings are used', () => {
    const given = {
      SMTP_URL: 'smtps://user:secret@mail.example.org:465',
      MAIL_FROM: 'post@example.org',
      MAIL_REDIRECT: 'staging@example.org',
      MAIL_SYSTEM: 'team@example.org',
      MAIL_TEMPLATES: '/etc/lectern/mail',
    };
    expect(settings(given)).toEqual({
      smtpUrl: given.SMTP_URL,
      from: { name: 'Lectern', address: 'post@example.org' },
      redirect: 'staging@example.org',
      system: 'team@example.org',
      templates: '/etc/lectern/mail',
    });
  });

  it.each([
    ['SMTP_URL', 'http://user:secret@mail.example.org'],
    ['SMTP_URL', 'relay.local'],
    ['MAIL_FROM', 'Somebody'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Post <a@example.org>\r\nBcc: b@example.org'],
    ['MAIL_REDIRECT', 'Staging <staging@example.org>'],
    ['MAIL_SYSTEM', 'nobody'],
  ])('%s is validated: not %j, whose value is not in the message', (name, value) => {
    const { error } = z.object(mailEnvironment).safeParse({ [name]: value });
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
    expect(JSON.stringify(error?.issues.map(({ message }) => message))).not.toContain(value);
  });
});
