import type { PurgeSettings } from '../../config/cdn.js';
import { isCacheTag, separatorFor } from '../cache/surrogate-keys.js';

const TIMEOUT_MS = 3_000;

/**
 * Purges keys at one URL.
 *
 * @throws Error without the headers, which may contain an API key
 */
export type PurgeRequest = (keys: readonly string[]) => Promise<void>;

/** Creates the request of a CDN: a POST with the keys in the header of the responses; for Cloudflare, in a JSON body. */
export function createPurgeRequest(url: string, { headers, keyHeader }: PurgeSettings): PurgeRequest {
  const separator = separatorFor(keyHeader);
  const contentOf = (keys: readonly string[]): RequestInit =>
    isCacheTag(keyHeader)
      ? { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify({ tags: keys }) }
      : { headers: { ...headers, [keyHeader]: keys.join(separator) } };
  return async (keys) => {
    const status = await send(url, contentOf(keys));
    if (status < 200 || status > 299) throw new Error(`status ${status}`);
  };
}

/** @returns the status; rejects with the code or name of a connection failure, whose message could repeat the request */
async function send(url: string, content: RequestInit): Promise<number> {
  try {
    // Never sends the key to a redirect target.
    const response = await fetch(url, {
      ...{ method: 'POST', redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
      ...content,
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    const { cause = error } = Object(error) as { readonly cause?: unknown };
    throw new Error(String(Reflect.get(Object(cause), 'code') ?? Reflect.get(Object(cause), 'name')));
  }
}
