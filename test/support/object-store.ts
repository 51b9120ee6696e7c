import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../src/adapters/storage/s3-client.js';
import { freePort } from './free-port.js';

const S3RVER = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');

/** An object store with a bucket. */
export interface ObjectStore {
  /** Variables of a service that stores images in the bucket. */
  readonly environment: Readonly<Record<string, string>>;
  /** The keys of all objects in the bucket, sorted. */
  readonly keys: () => Promise<string[]>;
  readonly put: (key: string, body: string) => Promise<void>;
}

/** Creates the bucket, and access to it that is independent of the image store. */
export async function openBucket(
  endpoint: string,
  accessKeyId: string,
  secretAccessKey: string,
  bucket = `images-${process.pid}-${Date.now()}`,
): Promise<ObjectStore> {
  const region = 'us-east-1';
  const client = createS3Client({
    ...{ bucket, endpoint, region, prefix: '', pathStyle: true, accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    environment: {
      ...{ IMAGE_STORE: 's3', S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    },
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key = '' }) => Key).sort();
    },
    put: async (Key, Body) => void (await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))),
  };
}

/** An s3rver in its own process, which can be killed and frozen. */
export interface S3rver extends ObjectStore {
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Kills the process. Its objects stay. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, with the same objects. */
  readonly restart: () => Promise<void>;
  /** Kills it and deletes its objects. */
  readonly remove: () => Promise<void>;
}

/** The only access key that s3rver accepts, and its secret. */
export const S3RVER_KEY = 'S3RVER';

interface S3rverOptions {
  readonly host?: string;
  /** By default, a free one. */
  readonly port?: number;
  /** Name of the bucket; by default, a unique one. */
  readonly bucket?: string;
}

/** Starts an s3rver, by default on a free loopback port. */
export async function startS3rver({ host = '127.0.0.1', port, bucket: name }: S3rverOptions = {}): Promise<S3rver> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-s3rver-'));
  const address = { host, port: port ?? (await freePort()) };
  let child = await spawnS3rver(folder, address);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const bucket = await openBucket(`http://${host}:${address.port}`, S3RVER_KEY, S3RVER_KEY, name);
  return {
    ...bucket,
    signal: (signal) => void child.kill(signal),
    kill,
    restart: async () => void (child = await spawnS3rver(folder, address)),
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when it listens. */
async function spawnS3rver(
  folder: string,
  { host, port }: Required<Pick<S3rverOptions, 'host' | 'port'>>,
): Promise<ChildProcess> {
  const words = [...['--directory', folder, '--address', host, '--port', `${port}`], '--silent', '--no-vhost-buckets'];
  const child = spawn(process.execPath, ['--no-deprecation', S3RVER, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    output += String(part);
    if (output.includes('listening')) break;
  }
  if (!output.includes('listening')) throw new Error(`s3rver ended: ${errors}`);
  return child;
}
