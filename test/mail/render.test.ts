import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MailKind } from '../../src/core/mail-kinds.js';
import type { Mail } from '../../src/core/ports.js';
import { render } from '../../src/adapters/mail/render.js';
import { readTemplates } from '../../src/adapters/mail/templates.js';
import { samples } from './samples.js';

const templates = readTemplates();
const rendered = (kind: MailKind, data: object) => render(templates, 'Lectern', { kind, data } as Mail);

/** The page's content without styles: all markup, and every text as it is escaped. */
const sheetOf = (html: string): string =>
  (/<div class="sheet"[^>]*>\n([^]*)\n<\/div>\n<div class="foot"/.exec(html)?.[1] ?? 'no sheet').replace(
    / style="[^"]*"/g,
    '',
  );

/** Kind, subject (contract §3.12 with the product's name), plain text. */
const table: readonly [MailKind, string, string][] = [
  [
    'event_submitted',
    'New event submitted to Lectern',
    `Ada Byron has submitted the event "Night School" to Lectern.

> Talks by lamplight

Please approve or reject it:

https://lectern.example/event/night-school
`,
  ],
  [
    'event_approved',
    'Event approved',
    `Your event "Night School" has been approved and is now listed on Lectern:

https://lectern.example/event/night-school
`,
  ],
  [
    'event_rejected',
    'Event Rejected',
    `The event "Night School" has not been accepted on Lectern. This is why:

> It is no conference.

The event:

https://lectern.example/event/night-school
`,
  ],
  [
    'event_cancelled',
    'Event cancelled',
    `The event "Night School" has been cancelled on Lectern. It is still listed, and shown as cancelled:

https://lectern.example/event/night-school

A host or an administrator can reinstate it.
`,
  ],
  [
    'event_reinstated',
    'Event reinstated',
    `The cancellation of the event "Night School" has been revoked on Lectern:

https://lectern.example/event/night-school
`,
  ],
  [
    'event_withdrawn',
    'Event withdrawn',
    `The event "Night School" has been withdrawn on Lectern. Only its hosts and administrators see it:

https://lectern.example/event/night-school

An administrator can approve it again.
`,
  ],
  [
    'event_deleted',
    'Event deleted',
    `An administrator has deleted the event "Night School" on Lectern, with 12 talks and one comment.
`,
  ],
  [
    'talk_commented',
    'New feedback on Sleep well',
    `Ben Bits has commented on your talk "Sleep well" at Night School, and rated it 4 of 5:

> I slept
> very well

All feedback on your talk:

https://lectern.example/talk/7
`,
  ],
  [
    'feedback_digest',
    '3 new comments on your talks',
    `"Sleep well" at Night School:

Ben Bits, 4 of 5:

> I slept
> very well

Someone:

> Quiet

All feedback on this talk:

https://lectern.example/talk/7

One more comment is on the pages of your talks.
`,
  ],
  [
    'author_disclosed',
    'Your name was disclosed to a host of Example Conference',
    `Your name is hidden in this comment on the talk "Cursors for everyone" at Example Conference:

> I will find you.

Grace Example, a host of the event, can now see that you wrote it. Their reason:

> It threatens the speaker.

Your name remains hidden from all other users except site administrators.
`,
  ],
  [
    'comment_reported',
    'Lectern: A comment was reported',
    `Cleo Case has reported a comment on the talk "Sleep well" at Night School:

> Buy pillows

The comment is hidden until you decide:

https://lectern.example/event/night-school
`,
  ],
  [
    'talk_claimed',
    'Lectern: A talk has been claimed',
    `Dora Dream claims to be D. Dream, who gives the talk "Sleep well" at Night School.

Please approve or reject this claim:

https://lectern.example/talk/7
`,
  ],
  [
    'talk_assigned',
    'Lectern: A talk has been assigned to you',
    `A host of Night School says that you are D. Dream, who gives the talk "Sleep well".

If that is so, please claim it:

https://lectern.example/talk/7
`,
  ],
  [
    'assignment_declined',
    'Lectern: An assignment of a talk has been declined',
    `Dora Dream is not D. Dream, who gives the talk "Sleep well" at Night School.

Please assign the talk to another account:

https://lectern.example/talk/7
`,
  ],
  [
    'speaker_removed',
    'Lectern: You have been removed from a talk',
    `Your account is no longer linked to the talk "Sleep well" at Night School, where you were the speaker D. Dream.

If this is a mistake, please contact the hosts:

https://lectern.example/talk/7
`,
  ],
  [
    'claim_approved',
    'Lectern: Your talk claim has been approved',
    `The talk "Sleep well" at Night School is now listed under your name:

https://lectern.example/talk/7
`,
  ],
  [
    'claim_rejected',
    'Lectern: Your talk claim has been rejected',
    `A host of Night School has rejected your claim to the talk "Sleep well":

https://lectern.example/talk/7
`,
  ],
  [
    'welcome',
    'Welcome to Lectern',
    `Hello ada,

welcome to Lectern! Please confirm that this is your e-mail address:

https://lectern.example/user/verification?token=v3r1fy

If the address is not confirmed by 28 December 2026, the account is deleted.

If you have not asked for an account, someone has mistyped an address; then there is nothing to do.
`,
  ],
  [
    'password_reset',
    'Resetting your Lectern password',
    `Hello ada,

someone, probably you, has asked for a new Lectern password. You can choose one here:

https://lectern.example/user/new-password?token=s3cr3t

If it was not you, there is nothing to do: your password stays as it is.
`,
  ],
  [
    'address_in_use',
    'Lectern: Your e-mail address was entered again',
    `Hello ada,

someone has entered this address to create an account on Lectern, or as the address of another account. It
belongs to your account already, so nothing has changed.

If it was you: log in with this address or as ada. If you have forgotten the password, choose a new one there.

https://lectern.example/user/login

If it was not you, there is nothing to do.
`,
  ],
  [
    'username_reminder',
    'Your Lectern username',
    `Your username on Lectern is ada. You can log in here:

https://lectern.example/user/login
`,
  ],
  [
    'email_change_confirmation',
    'Lectern: Confirm your new e-mail address',
    `Hello ada,

this address was entered as the new e-mail address of your Lectern account. Open this page within 7 days and
confirm it:

https://lectern.example/user/email-change/confirm?token=c0nf1rm

If you did not request this, ignore this mail: nothing changes.
`,
  ],
  [
    'email_change_notice',
    'Lectern: Your e-mail address is about to change',
    `Hello ada,

a new e-mail address was requested for your Lectern account, with your current password: ada@example.net. It takes
effect when it is confirmed from the new mailbox.

If this was not you, open this page and cancel the change. This also logs out every device:

https://lectern.example/user/email-change/cancel?token=c4nc3l

Then choose a new password, because someone knows the current one.
`,
  ],
  [
    'email_change_authorisation',
    'Lectern: Allow your e-mail address to change?',
    `Hello ada,

a new e-mail address was requested for your Lectern account: ada@example.net. Your password was not given, so the
change needs your permission. If this was you, open this page within 7 days and allow it:

https://lectern.example/user/email-change/authorise?token=4uth0r1se

If this was not you, open this page and cancel the change. This also logs out every device:

https://lectern.example/user/email-change/cancel?token=c4nc3l

If you do nothing, your address stays as it is.
`,
  ],
  [
    'email_changed',
    'Lectern: Your e-mail address has changed',
    `Hello ada,

the e-mail address of your Lectern account is now ada@example.net. Mails about the account go there.

If you did not expect this, contact the people who run Lectern.
`,
  ],
  [
    'account_deletion',
    'Lectern: Your account will be deleted',
    `Hello ada,

as you requested, your Lectern account will be deleted on 4 December 2026. You are logged out everywhere.

To keep your account, log in before that day:

https://lectern.example/user/login

If you did not request this, log in now and choose a new password.
`,
  ],
  [
    'webhook_disabled',
    'Lectern: A webhook was disabled',
    `The webhook https://hooks.example/lectern for Night School was disabled, because all attempts to reach it failed for 5 days.

It receives nothing until you enable it again. Changes since then are not sent later; read them from the changes feed.
`,
  ],
  [
    'contact',
    'Lectern contact: A question',
    `Eve Else (eve@example.net) has written:

> May I?
`,
  ],
];

/** The page for a plain text without special characters: paragraphs, quotations and links. */
const sheetFor = (text: string): string =>
  text
    .trim()
    .replaceAll('"', '&quot;')
    .split('\n\n')
    .map((paragraph) =>
      paragraph.startsWith('> ')
        ? `<blockquote><p>${paragraph.slice(2).replaceAll('\n> ', '<br>')}</p>\n</blockquote>`
        : `<p>${paragraph.replace(/^https:.*$/, '<a href="$&">$&</a>')}</p>`,
    )
    .join('\n');

describe('mails (contract §3.12)', () => {
  it('there is a sample of every kind', () => {
    expect(table.map(([kind]) => kind)).toEqual(Object.keys(samples));
  });

  it.each(table)('%s has its subject, its text and its HTML', (kind, subject, text) => {
    const { html, ...rest } = rendered(kind, samples[kind]);
    expect({ ...rest, sheet: sheetOf(html) }).toEqual({ subject, text, sheet: sheetFor(text) });
  });

  it('omits missing data: no name, no rating, no talk, nothing to approve', () => {
    const texts = [
      rendered('talk_commented', { ...samples.talk_commented, commenter: null, rating: 0 }),
      rendered('comment_reported', { ...samples.comment_reported, talkTitle: null }),
      rendered('event_submitted', { ...samples.event_submitted, pending: false }),
    ].map(({ text }) => text.split('\n\n'));
    expect([texts[0]?.[0], texts[1]?.[0], texts[2]?.[2]]).toEqual([
      'Someone has commented on your talk "Sleep well" at Night School:',
      'Cleo Case has reported a comment on Night School:',
      'It was approved automatically:',
    ]);
  });

  it('the mail to a new account says when it is deleted, only if it is', () => {
    const texts = ['28 December 2026', null].map((deletionDate) =>
      rendered('welcome', { ...samples.welcome, deletionDate })
        .text.split('\n\n')
        .slice(3),
    );
    const last =
      'If you have not asked for an account, someone has mistyped an address; then there is nothing to do.\n';
    const deletion = 'If the address is not confirmed by 28 December 2026, the account is deleted.';
    expect(texts).toEqual([[deletion, last], [last]]);
  });

  it('the page is complete and loads no external resource', () => {
    const { html } = rendered('welcome', samples.welcome);
    expect([html.startsWith('<!doctype html>'), html.trimEnd().endsWith('</html>')]).toEqual([true, true]);
    expect(html.match(/<(img|link|script|iframe)|src=|url\(|@import/g)).toEqual(null);
    expect([...html.matchAll(/https?:[^"<]*/g)].map(([link]) => link)).toEqual([
      samples.welcome.verificationUrl,
      samples.welcome.verificationUrl,
    ]);
  });
});

describe('user input stays text', () => {
  const typed: readonly [string, string][] = [
    ['HTML', '<b onclick=x>bold</b><img src=//evil.example/x.png><!-- -->'],
    ['a Markdown link and an image', '[click](https://evil.example) ![x](https://evil.example/x.png) [a]: /b'],
    ['bare addresses', 'www.evil.example https://evil.example <https://evil.example> eve@evil.example'],
    ['emphasis and code', '*a* __b__ ~~c~~ `d` \\*e\\*'],
    ['entities', '&lt;b&gt; &#60;b&#62; &amp;'],
    ['Liquid', '{{ productName }} {% assign x = 1 %} {{ comment | raw }}'],
    ['a heading', '# Heading'],
    ['a list', '- item'],
    ['a numbered list', '1. item'],
    ['a table', 'a | b'],
    ['a rule', '---'],
    ['indentation', '        code'],
  ];

  it.each(typed)('in a title: %s', (_what, title) => {
    const { subject, text, html } = rendered('claim_approved', { ...samples.claim_approved, talkTitle: title });
    const seen = title.trim();
    expect({ subject, text: text.split('\n')[0], sheet: readable(sheetOf(html)) }).toEqual({
      subject: 'Lectern: Your talk claim has been approved',
      text: `The talk "${seen}" at Night School is now listed under your name:`,
      sheet: `<p>The talk "${seen}" at Night School is now listed under your name:</p>
<p><a>https://lectern.example/talk/7</a></p>`,
    });
  });

  it.each(typed)('in a comment, at the start of lines: %s', (_what, comment) => {
    const { text, html } = rendered('contact', { ...samples.contact, comment: `${comment}\n\n${comment}\n===` });
    const seen = comment.trim();
    expect({ text, sheet: readable(sheetOf(html)) }).toEqual({
      text: `Eve Else (eve@example.net) has written:\n\n> ${seen}\n>\n> ${seen}\n> ===\n`,
      sheet: `<p>Eve Else (eve@example.net) has written:</p>
<blockquote><p>${seen}<br><br>${seen}<br>===</p>
</blockquote>`,
    });
  });

  it('a title with line breaks and control characters adds no header and no paragraph', () => {
    const talkTitle = 'One\r\nBcc: all@example.org\r\n\r\nBody\u2028\u0000\u202edesrever';
    const { subject, text } = rendered('talk_commented', { ...samples.talk_commented, talkTitle });
    expect([subject, text.split('\n')[0]]).toEqual([
      'New feedback on One Bcc: all@example.org Body desrever',
      'Ben Bits has commented on your talk "One Bcc: all@example.org Body desrever" at Night School, and rated it 4 of 5:',
    ]);
  });

  it('an invalid link is rejected', () => {
    const act = () => rendered('claim_approved', { ...samples.claim_approved, talkUrl: 'javascript:alert(1)' });
    expect(act).toThrow('Mail link is not an http(s) URL');
  });

  it('a link ends at its end', () => {
    const talkUrl = 'https://lectern.example/a>b"c d';
    const { text, html } = rendered('claim_approved', { ...samples.claim_approved, talkUrl });
    expect([text.split('\n')[2], sheetOf(html).split('\n')[1]]).toEqual([
      'https://lectern.example/a%3Eb%22c%20d',
      '<p><a href="https://lectern.example/a%3Eb%22c%20d">https://lectern.example/a%3Eb%22c%20d</a></p>',
    ]);
  });
});

/** The visible text, with the markup: tags first, so that escaped text does not look like a tag. */
function readable(sheet: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
  expect(
    [...sheet.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag).filter((tag) => !/^(p|a|br|blockquote)$/.test(tag ?? '')),
  ).toEqual([]);
  expect(
    [...sheet.matchAll(/href="([^"]*)"/g)]
      .map(([, href]) => href)
      .filter((href) => !href?.startsWith('https://lectern.example/')),
  ).toEqual([]);
  return sheet.replace(/ href="[^"]*"/g, '').replace(/&([a-z]+|#39);/g, (_all, name: string) => names[name] ?? _all);
}

describe('custom templates', () => {
  const inFolder = async (files: Record<string, string>, work: (folder: string) => void) => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-templates-'));
    try {
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
      work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('replace the built-in ones of the same names', async () => {
    const own = '\uFEFFSubject: {{ username | upcase }}!\r\n\r\n**Hi** {{ username | upcase | raw }}\r\n';
    await inFolder({ 'welcome.md': own, 'README.md': 'About' }, (folder) => {
      const ownTemplates = readTemplates(folder);
      const data = { ...samples.welcome, username: '<ada>' };
      const { subject, text, html } = render(ownTemplates, 'Lectern', { kind: 'welcome', data });
      expect({ subject, text, sheet: sheetOf(html) }).toEqual({
        subject: '<ADA>!',
        text: '**Hi** <ADA>\n',
        sheet: '<p><strong>Hi</strong> &lt;ADA&gt;</p>',
      });
      const { username_reminder } = samples;
      expect(render(ownTemplates, 'Lectern', { kind: 'username_reminder', data: username_reminder })).toEqual(
        rendered('username_reminder', username_reminder),
      );
    });
  });

  it.each([
    ['no subject', 'Hello', 1, 'it must begin with "Subject: …" and an empty line'],
    ['an unclosed tag', 'Subject: x\n\nHi\n{% if username %}', 4, 'tag {% if username %} not closed'],
    ['an unclosed placeholder', 'Subject: x\n\nHi\n\n{{ username', 5, 'output "{{ username" not closed'],
    ['an unknown filter', 'Subject: x\n\n{{ username | shout }}', 3, 'undefined filter: shout'],
    [
      'a misspelt name',
      'Subject: x\n\nHi\n{{ user }}',
      4,
      '"user" is none of username, verificationUrl, deletionDate, productName',
    ],
    [
      'one in the subject',
      'Subject: {{ user }}\n\nHi',
      1,
      '"user" is none of username, verificationUrl, deletionDate, productName',
    ],
  ])('that are invalid are reported with file and line: %s', async (_what, source, line, what) => {
    await inFolder({ 'welcome.md': source }, (folder) => {
      expect(() => readTemplates(folder)).toThrow(
        `The mail template ${join(folder, 'welcome.md')} cannot be used, because of line ${line}: ${what}.`,
      );
    });
  });

  it('with a name that no mail has are reported', async () => {
    await inFolder({ 'welcom.md': 'Subject: x\n\nHi' }, (folder) => {
      expect(() => readTemplates(folder)).toThrow(`Unknown mail template ${join(folder, 'welcom.md')}`);
    });
    expect(() => readTemplates('/nowhere/at/all')).toThrow(
      'There is no folder /nowhere/at/all: correct MAIL_TEMPLATES',
    );
  });
});
