import sharp from 'sharp';

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'];

// One thread per image, and no upload cached in memory. Both settings are process-wide.
sharp.concurrency(1);
sharp.cache(false);

let isConfined = false;

/**
 * Blocks every decoder except PNG, JPEG and GIF for the whole process, so that SVG, TIFF, PDF and the like are never
 * attempted, whatever the bytes contain. The block of all decoders runs only once, before the first image: while it is
 * in effect, a concurrent image would find no decoder at all. SVG is blocked on each call, because the demo data
 * unblocks it to draw its images.
 */
export function confineSharp(): void {
  if (!isConfined) {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: loaders });
    isConfined = true;
  }
  sharp.block({ operation: ['VipsForeignLoadSvg'] });
}
