import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/config.js';

const bucket = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'a secret' };
const imagesOf = (variables: Record<string, string>) => readConfig(variables).images;

describe('the settings of images', () => {
  it('are a folder by default', () => {
    expect(imagesOf({})).toEqual({ store: 'local', baseUrl: undefined, s3: undefined });
  });

  it('are a bucket of AWS, or of another store, with a folder', () => {
    expect(imagesOf({ IMAGE_STORE: 's3', ...bucket })).toEqual({
      store: 's3',
      baseUrl: undefined,
      s3: {
        ...{ bucket: 'images', endpoint: undefined, region: 'us-east-1', prefix: '', pathStyle: false },
        ...{ accessKeyId: 'key', secretAccessKey: 'a secret' },
      },
    });
    const other = { S3_ENDPOINT: 'http://10.0.0.1:9000/', S3_PREFIX: 'a/b/', S3_REGION: 'eu' };
    expect(imagesOf({ ...bucket, ...other })).toMatchObject({
      store: 'local',
      s3: { endpoint: 'http://10.0.0.1:9000', prefix: 'a/b/', region: 'eu', pathStyle: true },
    });
    expect(imagesOf({ ...bucket, ...other, S3_PREFIX: 'a', S3_PATH_STYLE: 'false' }).s3).toMatchObject({
      ...{ prefix: 'a/', pathStyle: false },
    });
  });

  it('normalize the URL of images', () => {
    expect(imagesOf({ IMAGE_BASE_URL: 'https://cdn.example.org/images/' }).baseUrl).toBe(
      'https://cdn.example.org/images',
    );
  });

  it.each<[Record<string, string>, string]>([
    [{ IMAGE_STORE: 'disk' }, 'IMAGE_STORE: Invalid option: expected one of "local"|"s3".'],
    [{ IMAGE_STORE: 's3' }, 'S3_BUCKET: must be set, because IMAGE_STORE is s3.'],
    [
      { S3_BUCKET: 'images' },
      'S3_ACCESS_KEY_ID: must be set, because S3_BUCKET is; S3_SECRET_ACCESS_KEY: must be set, because S3_BUCKET is.',
    ],
    [{ S3_PREFIX: 'a' }, 'S3_PREFIX: requires S3_BUCKET, which is not set.'],
    [{ S3_PATH_STYLE: 'true' }, 'S3_PATH_STYLE: requires S3_BUCKET, which is not set.'],
    [{ ...bucket, S3_BUCKET: 'my images' }, 'S3_BUCKET: must be the name of a bucket.'],
    [{ ...bucket, S3_PREFIX: '/images' }, 'S3_PREFIX: must be a folder such as lectern/images.'],
    [{ ...bucket, S3_PREFIX: 'a/../b' }, 'S3_PREFIX: must be a folder such as lectern/images.'],
    [{ ...bucket, S3_ENDPOINT: 's3.example.org' }, 'S3_ENDPOINT: must be an address such as https://s3.example.org.'],
    [{ ...bucket, S3_ENDPOINT: 'https://a:b@s3.example.org' }, 'S3_ENDPOINT: must contain no user name.'],
    [{ IMAGE_BASE_URL: 'https://cdn.example.org/?a=' }, 'IMAGE_BASE_URL: must have no query.'],
  ])('reject %j', (variables, message) => {
    expect(() => readConfig(variables)).toThrow(`Lectern cannot start with this configuration: ${message}`);
  });
});
