// Receives webhooks: node receiver.mjs 9000 (with the secret in WEBHOOK_SECRET)
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
const seen = new Set();

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = request.headers;
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  const isSigned = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned || Math.abs(Date.now() / 1000 - time) > 300) return response.writeHead(401).end();
  // Respond first, and work later. A message can arrive again.
  response.writeHead(204).end();
  if (!seen.has(id)) console.log(body);
  seen.add(id);
}).listen(Number(process.argv[2]), '127.0.0.1');
