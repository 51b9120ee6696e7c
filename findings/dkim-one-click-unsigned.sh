#!/bin/sh
# mailauth, and nodemailer before 10.6.1, with the DKIM signature of a message that offers one-click unsubscribing
#
# Guess: a signer that covers List-Unsubscribe by default covers List-Unsubscribe-Post as well: RFC 8058, section 4, requires
#   both fields in the signature, or else receivers show no button.
# What happens: both sign List-Unsubscribe and leave List-Unsubscribe-Post out, so each message is correctly signed and its
#   one-click unsubscribing does not count. Both take a list of field names; with that field named it is signed. nodemailer
#   10.6.1 signs it by default.
# Version: mailauth 7.1.0, nodemailer 10.6.0 and 10.6.1
# Output seen:
#   nodemailer 10.6.0 by default: list-unsubscribe
#   nodemailer 10.6.0 with a list of names: list-unsubscribe list-unsubscribe-post
#   nodemailer 10.6.1 by default: list-unsubscribe list-unsubscribe-post
#   mailauth by default: list-unsubscribe
#   mailauth with a list of names: list-unsubscribe list-unsubscribe-post
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" mailauth@7.1.0 nodemailer@10.6.1 \
  nodemailer-10.6.0@npm:nodemailer@10.6.0 >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/sign.mjs" <<'JS'
import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import nodemailer from 'nodemailer';
import nodemailerBefore from 'nodemailer-10.6.0';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const NAMES = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'List-Unsubscribe', 'List-Unsubscribe-Post'];
const mail = {
  from: 'hosts@example.org',
  to: 'jo@example.com',
  subject: 'A comment on your talk',
  text: 'It was good.',
  headers: {
    'List-Unsubscribe': '<https://feedback.example.org/unsubscribe/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
};
async function build({ createTransport }, options) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return (await transport.sendMail({ ...mail, ...options })).message.toString();
}
function byNodemailer(version, headerFieldNames) {
  return build(version, { dkim: { domainName: 'example.org', keySelector: 'k', privateKey, headerFieldNames } });
}
async function byMailauth(headerList) {
  const signatureData = [{ signingDomain: 'example.org', selector: 'k', privateKey }];
  return (await dkimSign(await build(nodemailer), { headerList, signatureData })).signatures;
}
/** The list fields in the tag h of the signature. */
function signed(text) {
  const [, names] = /\bh=([^;]+);/.exec(text.replace(/\r\n\s+/g, ' '));
  return names.toLowerCase().match(/list-[\w-]+/g).sort().join(' ');
}

console.log(`nodemailer 10.6.0 by default: ${signed(await byNodemailer(nodemailerBefore))}`);
console.log(`nodemailer 10.6.0 with a list of names: ${signed(await byNodemailer(nodemailerBefore, NAMES.join(':')))}`);
console.log(`nodemailer 10.6.1 by default: ${signed(await byNodemailer(nodemailer))}`);
console.log(`mailauth by default: ${signed(await byMailauth())}`);
console.log(`mailauth with a list of names: ${signed(await byMailauth(NAMES))}`);
JS
node "$dir/sign.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
nodemailer 10.6.0 by default: list-unsubscribe
nodemailer 10.6.0 with a list of names: list-unsubscribe list-unsubscribe-post
nodemailer 10.6.1 by default: list-unsubscribe list-unsubscribe-post
mailauth by default: list-unsubscribe
mailauth with a list of names: list-unsubscribe list-unsubscribe-post
SEEN
