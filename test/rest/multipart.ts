import { Socket } from 'node:net';
import type { TestService } from '../support/service.js';

/** A part of a multipart form: a file if it has a file name. */
interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly content: Buffer | string;
}

export const BOUNDARY = 'lectern-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** After the last part. */
export const FORM_END = `--${BOUNDARY}--\r\n`;

/** A multipart body as browsers write it. */
export function formOf(parts: readonly Part[]): Buffer {
  const written = parts.flatMap(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...written, Buffer.from(FORM_END)]);
}

/** An image in the field that v2.1 reads. */
export const imageForm = (content: Buffer): Buffer => formOf([{ name: 'image', filename: 'a.png', content }]);

/** Starts a request that declares more bytes than it sends, and disconnects. */
export async function leaveEarly(
  { base }: Pick<TestService, 'base'>,
  path: string,
  token: string,
  headers: string,
  sent: Buffer,
): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = new Socket();
  await new Promise<void>((resolve) => socket.connect(Number(port), hostname, resolve));
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n${headers}`;
  socket.write(`${head}Content-Type: ${FORM_TYPE}\r\nContent-Length: ${sent.length + 100_000}\r\n\r\n`);
  await new Promise((resolve) => socket.write(sent, resolve));
  socket.destroy();
}
