#!/bin/sh
# nodemailer with a mail server that greets late
#
# Guess: `greetingTimeout` alone bounds the wait for the greeting, and `connectionTimeout` only the TCP connection, as
#   their names say. A server that greets after 3 s is in time with a greetingTimeout of 60 s.
# What happens: `connectionTimeout` runs on until the end of the greeting and of STARTTLS, and the shorter of the two wins:
#   with a connectionTimeout of 1 s, the connection is given up after 1 s. Raising only the greetingTimeout to the
#   five minutes of RFC 5321 leaves the two minutes of the default.
# Version: nodemailer 10.6.0
# Output seen:
#   connected in time, greeted after 3 s: Greeting never received
#   with both timeouts raised: sent
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" nodemailer@10.6.0 smtp-server@3.21.6 >"$dir/npm.log" 2>&1 ||
  { cat "$dir/npm.log"; exit 1; }
cat >"$dir/greet.mjs" <<'JS'
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onConnect: (_session, greet) => void setTimeout(greet, 3_000),
  onData: (stream, _session, say) => stream.on('end', say).resume(),
});
server.on('error', () => {});
const { port } = await new Promise((resolve) => {
  const socket = server.listen(0, '127.0.0.1', () => resolve(socket.address()));
});
const send = (connectionTimeout) =>
  createTransport({ host: '127.0.0.1', port, greetingTimeout: 60_000, connectionTimeout })
    .sendMail({ from: 'a@example.org', to: 'b@example.org', text: 'Hello' })
    .then(
      () => 'sent',
      ({ message }) => message,
    );
console.log('connected in time, greeted after 3 s:', await send(1_000));
console.log('with both timeouts raised:', await send(60_000));
process.exit();
JS
node "$dir/greet.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
connected in time, greeted after 3 s: Greeting never received
with both timeouts raised: sent
SEEN
