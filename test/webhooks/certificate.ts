import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that signs itself, for 127.0.0.1: no key is stored, and none expires. */
export function createCertificate(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = sequence(
    tagged(0x31, sequence(tagged(0x06, Buffer.from('550403', 'hex')), tagged(0x0c, Buffer.from('test')))),
  );
  const names = sequence(tagged(0x87, Buffer.of(127, 0, 0, 1)));
  const subjectAltName = sequence(tagged(0x06, Buffer.from('551d11', 'hex')), tagged(0x04, names));
  const unsigned = sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    sequence(time(-1), time(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(subjectAltName)),
  );
  const signature = sign('sha256', unsigned, privateKey);
  const certificate = sequence(unsigned, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** DER: tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));

/** UTCTime, some days from now. */
function time(days: number): Buffer {
  const digits = new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '');
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
