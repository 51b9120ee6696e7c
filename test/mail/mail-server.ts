import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { atTheEnd } from '../support/clean-up.js';
import { createCertificate } from '../webhooks/certificate.js';

/** A message that the server has received. */
export interface Received {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
  readonly mail: ParsedMail;
}

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
}

type Say = (error?: Error | null) => void;

export interface Answers {
  /** Greets a client; at once by default. */
  readonly connection?: (greet: Say) => void;
  /** Responds to a recipient; accepts all by default. */
  readonly recipient?: (address: string, say: Say) => void;
  /** Responds to a completely received message; by default with 250. */
  readonly message?: (received: Received, say: Say) => void;
  /** Replaces settings of the server. */
  readonly settings?: SMTPServerOptions;
}

/** The error that makes the server respond with `<code> <text>`. */
export const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

export async function startMailServer(answers: Answers = {}, port = 0): Promise<MailServer> {
  const received: Received[] = [];
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Signed by itself, as that of Debian's Postfix.
    ...createCertificate(),
    // An open connection does not keep the test from its end.
    closeTimeout: 100,
    onConnect: (_session, greet) => (answers.connection ?? ((welcome) => welcome()))(greet),
    onRcptTo: ({ address }, _session, say) => (answers.recipient ?? ((_, welcome) => welcome()))(address, say),
    onData(stream, { envelope }, say) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void simpleParser(Buffer.concat(chunks)).then((mail) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const one = {
            envelope: { from, to: envelope.rcptTo.map(({ address }) => address) },
            raw: Buffer.concat(chunks).toString(),
            mail,
          };
          received.push(one);
          (answers.message ?? ((_, accept) => accept()))(one, say);
        });
      });
    },
    ...answers.settings,
  };
  const server = new SMTPServer(options);
  // Clients are killed here.
  server.on('error', () => undefined);
  const tcp = server.listen(port, '127.0.0.1');
  await once(tcp, 'listening');
  atTheEnd(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port: bound } = tcp.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${bound}`, port: bound, received };
}
