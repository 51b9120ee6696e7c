import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import busboy from 'busboy';
import { readUpload } from '../../src/adapters/images/read-upload.js';

const tooLarge = { code: 'TOO_LARGE', problems: [{ reason: 'UPLOAD_TOO_LARGE', field: 'image' }] };
const megabyte = Buffer.alloc(1024 * 1024);

describe('an upload is read', () => {
  it('completely, up to the limit', async () => {
    const read = await readUpload(Readable.from([Buffer.from('ab'), Buffer.from('cd')]), 4);
    expect(read).toEqual(Buffer.from('abcd'));
  });

  it('no further than 10 MB of an endless stream, which is destroyed', async () => {
    let given = 0;
    const endless = new Readable({
      read() {
        given++;
        this.push(megabyte);
      },
    });
    await expect(readUpload(endless)).rejects.toMatchObject(tooLarge);
    expect({ destroyed: endless.destroyed, little: given < 14 }).toEqual({ destroyed: true, little: true });
  });

  it('only while its sender maintains the minimum rate', async () => {
    const stream = new PassThrough();
    const drip = setInterval(() => stream.write('x'), 10);
    const begin = performance.now();
    await expect(readUpload(stream, undefined, 200)).rejects.toMatchObject({
      code: 'INVALID',
      problems: [{ reason: 'UPLOAD_INCOMPLETE', field: 'image' }],
    });
    clearInterval(drip);
    expect([performance.now() - begin >= 200, stream.destroyed]).toEqual([true, true]);
  });

  it('with an error if the sender stalls', async () => {
    await expect(readUpload(new PassThrough(), undefined, 100)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('with the error of its stream if the client disconnects', async () => {
    const stream = new PassThrough();
    const reading = readUpload(stream);
    stream.write('half');
    stream.destroy(new Error('aborted'));
    await expect(reading).rejects.toThrow('aborted');
  });

  it('with an error if the reader of the body truncated it', async () => {
    const parser = busboy({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, limits: { fileSize: 10 } });
    const reading = new Promise((resolve) => {
      parser.on('file', (_, file) => void readUpload(file).then(resolve, resolve));
    });
    parser.end('--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n12345678901\r\n--x--\r\n');
    expect(await reading).toMatchObject(tooLarge);
  });
});
