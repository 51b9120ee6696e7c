import type { SendMailOptions } from 'nodemailer';
import type { Message } from './transport.js';

/** Converts a message to nodemailer options: one recipient, plain text and HTML, no file or URL access. */
export function mime({ from, to, originallyTo, replyTo, ...message }: Message): SendMailOptions {
  return {
    messageId: `<${message.id}>`,
    date: message.date,
    from,
    // As objects, so that nodemailer does not parse them as address lists.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: {
      // Suppresses automatic replies (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(originallyTo !== undefined && { 'X-Original-To': originallyTo }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
