import sharp from 'sharp';
import { openClient } from '../client.js';
import { uploadImage } from '../image-requests.js';
import { statusOf, until } from '../waiting.js';
import type { World } from '../world.js';

/** Enough for each service to respond, in turn. */
const ROUNDS = 4;
const LINK = /"https:\/\/[^/"]+(\/images\/[^"]+)"/g;

let serial = 0;

/** Uploads another image of the event. @returns the paths of its sizes */
export async function replaceImage(base: string, { event, host }: World): Promise<string[]> {
  const background = { r: 255, g: 0, b: (serial += 1) };
  const image = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  await until('An image is accepted', async () => (await uploadImage(base, event, host.token, image)).status === 201);
  const client = openClient(base);
  const { body } = await client.get(`/v2.1/events/${event}?verbose=yes`);
  client.close();
  const paths = [...new Set([...body.matchAll(LINK)].map(([, path = '']) => path))];
  if (paths.length === 0) throw new Error(`The event has no images: ${body}`);
  return paths;
}

/** Those of the images that every service returns. */
export async function readableImages(base: string, paths: readonly string[]): Promise<string[]> {
  const readable: string[] = [];
  for (const path of paths) {
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) statuses.push((await statusOf(base + path)).status);
    if (statuses.every((status) => status === 200)) readable.push(path);
  }
  return readable;
}
