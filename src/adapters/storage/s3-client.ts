import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/images.js';

const CONNECT_TIMEOUT_MS = 1_000;
/** From the request to the headers of the response. */
const REQUEST_TIMEOUT_MS = 5_000;
/** For a response whose reader has stalled; as long as the HTTP server waits for a client. */
const SILENCE_MS = 60_000;
const MAX_ATTEMPTS = 2;
/** Each slow reader holds one, with about 200 kB of buffers. */
const MAX_CONNECTIONS = 200;

/** Creates a client with its own connections. Does not connect. */
export function createS3Client(settings: S3Settings): S3Client {
  const { endpoint, region, pathStyle, accessKeyId, secretAccessKey } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: MAX_ATTEMPTS,
    // Swift and older stores reject the checksums that the SDK adds by default. Images are sent over TLS or a LAN.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Costs a round trip and a new connection for each large image.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // By default, the SDK only logs a warning, and awaits an unresponsive store forever.
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
