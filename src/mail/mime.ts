import type { SendMailOptions } from 'nodemailer';
import type { Message } from './transport.js';

/** A message as nodemailer composes it: one recipient, plain text and HTML, nothing fetched from anywhere. */
export function mime({ from, to, originallyTo, replyTo, ...message }: Message): SendMailOptions {
  return {
    messageId: `<${message.id}>`,
    date: message.date,
    from,
    // As objects, addresses are not read as lists of addresses.
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: {
      // So that nobody's out-of-office answers it (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(originallyTo !== undefined && { 'X-Original-To': originallyTo }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
