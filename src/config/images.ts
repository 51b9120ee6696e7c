import * as z from 'zod';
import { flag } from './setting-schemas.js';

const httpUrl = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an address such as ${example}` })
    .refine((text) => !URL.canParse(text) || new URL(text).username === '', 'must contain no user name')
    .refine((text) => !/[?#]/.test(text), 'must have no query')
    .transform((text) => text.replace(/\/+$/, ''));

/** Folders of names that need no encoding in URLs. */
const PREFIX = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/;

/** Where uploaded images are stored, and under which URL clients receive them. */
export const imagesEnvironment = {
  IMAGE_STORE: z.enum(['local', 's3']).default('local').meta({
    description:
      'Storage of images: `local`, the folder `DATA_DIR/images` of each machine, or `s3`, a [bucket](operate.md#images-in-s3) that all processes share.',
  }),
  IMAGE_BASE_URL: httpUrl('https://images.example.org').optional().meta({
    unset: 'the service itself, `/images`',
    description:
      'URL of the images in responses, without their file names: a CDN, or the public bucket, with `S3_PREFIX`. The service serves `/images` in any case.',
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{1,254}$/, 'must be the name of a bucket')
    .optional()
    .meta({ unset: 'none', description: 'Bucket for images; must exist. Required by `IMAGE_STORE=s3`.' }),
  S3_ENDPOINT: httpUrl('https://s3.example.org').optional().meta({
    unset: 'that of AWS for `S3_REGION`',
    description: 'URL of the object store, for stores other than AWS.',
  }),
  S3_REGION: z.string().default('us-east-1').meta({
    description: 'Region of the bucket; many stores other than AWS accept only the default.',
  }),
  S3_PREFIX: z.string().regex(PREFIX, 'must be a folder such as lectern/images').optional().meta({
    unset: 'none',
    description: 'Folder in the bucket, such as `lectern/images`. The service ignores all other objects.',
  }),
  S3_PATH_STYLE: flag.optional().meta({
    unset: '`true` with `S3_ENDPOINT`, else `false`',
    description: '`true` puts the bucket in the path of URLs, `false` in their host.',
  }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    unset: 'none',
    description: 'Access key that may read, write, delete and list objects in the bucket.',
  }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({
    unset: 'none',
    secret: true,
    description: 'Secret of that access key.',
  }),
};

type ImagesVariables = z.output<z.ZodObject<typeof imagesEnvironment>>;

/** A bucket and the access to it. */
export interface S3Settings {
  readonly bucket: string;
  /** Undefined: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Empty, or the folder with a final slash. */
  readonly prefix: string;
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface ImagesSettings {
  readonly store: 'local' | 's3';
  /** URL of the folder of images, without a final slash; undefined: `/images` of the service. */
  readonly baseUrl: string | undefined;
  /** Undefined: no bucket is configured. May be set while `store` is `local`, to copy images. */
  readonly s3: S3Settings | undefined;
}

/** Maps the parsed variables, without problems, to the settings. */
export function imagesSettings(data: ImagesVariables): ImagesSettings {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_PREFIX: folder = '' } = data;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = data;
  const hasBucket = bucket !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    store: data.IMAGE_STORE,
    baseUrl: data.IMAGE_BASE_URL,
    s3: hasBucket
      ? {
          ...{ bucket, endpoint, accessKeyId, secretAccessKey, region: data.S3_REGION },
          prefix: folder === '' ? '' : `${folder.replace(/\/$/, '')}/`,
          pathStyle: data.S3_PATH_STYLE ?? endpoint !== undefined,
        }
      : undefined,
  };
}

const REQUIRED_BY_BUCKET = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const MEANINGLESS_ALONE = ['S3_ENDPOINT', 'S3_PREFIX', 'S3_PATH_STYLE', ...REQUIRED_BY_BUCKET] as const;

/** Variables that are missing, or have no effect. */
export function problemsOfImages(data: ImagesVariables): string[] {
  if (data.S3_BUCKET === undefined) {
    const alone = MEANINGLESS_ALONE.filter((name) => data[name] !== undefined);
    return [
      ...(data.IMAGE_STORE === 's3' ? ['S3_BUCKET: must be set, because IMAGE_STORE is s3'] : []),
      ...alone.map((name) => `${name}: requires S3_BUCKET, which is not set`),
    ];
  }
  return REQUIRED_BY_BUCKET.filter((name) => data[name] === undefined).map(
    (name) => `${name}: must be set, because S3_BUCKET is`,
  );
}
