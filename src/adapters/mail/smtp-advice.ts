/** What to do about an error of an SMTP attempt: the first entry whose pattern its message matches. */
const advice: readonly (readonly [error: RegExp, sentence: string])[] = [
  [
    /certificate|altnames|unable to verify/i,
    'The certificate of the mail server is not trusted: name the file of its authority in NODE_EXTRA_CA_CERTS, use the ' +
      'host name of the certificate, or append ?tls.rejectUnauthorized=false to SMTP_URL to accept any certificate.',
  ],
  [
    /Greeting never received|wrong version number|ssl3_get_record|packet length/i,
    'SMTP_URL must begin with smtps:// for port 465, and with smtp:// for the ports 25 and 587.',
  ],
  [/\(EAUTH\b/, 'Check the user and the password in SMTP_URL: special characters in them are percent-encoded.'],
  [/\((?:ECONNECTION|ESOCKET|EDNS|ETIMEDOUT)\b/, 'Check the host and the port of SMTP_URL.'],
];

/** @param message of a failed attempt, as logged and listed */
export const adviceOn = (message: string): string =>
  advice.find(([error]) => error.test(message))?.[1] ?? 'Check SMTP_URL and MAIL_FROM.';
