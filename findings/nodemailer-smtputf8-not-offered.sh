#!/bin/sh
# nodemailer and an address with an umlaut before the @, to a server without SMTPUTF8
#
# Guess: the message fails before MAIL FROM, because RFC 6531 §3.1 forbids such an address where SMTPUTF8 is not offered.
# What happens: the address goes out as raw UTF-8 bytes in RCPT TO and in the header To, without the parameter SMTPUTF8, and
#   a server that reads bytes accepts it: `sendMail` reports success. In Reply-To such an address is raw even with
#   SMTPUTF8 on offer, because only the envelope decides whether the parameter is sent.
# Version: nodemailer 10.6.0, smtp-server 3.21.6
# Output seen:
#   accepted ["jürgen@example.org"]
#   parameters of MAIL FROM none
#   To: jürgen@example.org
#   with SMTPUTF8 on offer, Reply-To: jürgen@example.org, parameters none
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" nodemailer@10.6.0 smtp-server@3.21.6 >"$dir/npm.log" 2>&1 ||
  { cat "$dir/npm.log"; exit 1; }
cat >"$dir/umlaut.mjs" <<'JS'
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';

/** Sends one message, and returns what the server has seen. */
async function send(hideSMTPUTF8, message) {
  let seen;
  const server = new SMTPServer({
    hideSMTPUTF8,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, say) =>
      text(stream).then((raw) => {
        seen = { raw, parameters: envelope.mailFrom.args.SMTPUTF8 ? 'SMTPUTF8' : 'none' };
        say();
      }),
  });
  const { port } = await new Promise((resolve) => {
    const socket = server.listen(0, '127.0.0.1', () => resolve(socket.address()));
  });
  const { accepted } = await createTransport({ host: '127.0.0.1', port }).sendMail({
    ...{ from: 'ada@example.org', text: 'Hello' },
    ...message,
  });
  const header = (name) => new RegExp(`^${name}: .*$`, 'm').exec(seen.raw)[0].trim();
  return { ...seen, accepted, header };
}

const to = await send(true, { to: 'jürgen@example.org' });
console.log('accepted', JSON.stringify(to.accepted));
console.log('parameters of MAIL FROM', to.parameters);
console.log(to.header('To'));
const reply = await send(false, { to: 'ben@example.org', replyTo: 'jürgen@example.org' });
console.log(`with SMTPUTF8 on offer, ${reply.header('Reply-To')}, parameters ${reply.parameters}`);
process.exit();
JS
node "$dir/umlaut.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
accepted ["jürgen@example.org"]
parameters of MAIL FROM none
To: jürgen@example.org
with SMTPUTF8 on offer, Reply-To: jürgen@example.org, parameters none
SEEN
