import type { Answer } from './client.js';

/** Uploads an event image through v2.1. */
export async function uploadImage(base: string, event: string, token: string, image: Buffer): Promise<Answer> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(image)]), 'a.png');
  const begin = performance.now();
  const asked = { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: form };
  try {
    const response = await fetch(`${base}/v2.1/events/${event}/images`, {
      ...asked,
      signal: AbortSignal.timeout(30_000),
    });
    const body = await response.text();
    const retryAfter = response.headers.get('Retry-After') ?? undefined;
    const { status } = response;
    return { label: String(status), status, retryAfter, body, tookMs: performance.now() - begin };
  } catch (error) {
    return {
      label: 'no answer',
      status: 0,
      retryAfter: undefined,
      body: String(error),
      tookMs: performance.now() - begin,
    };
  }
}
