import sharp from 'sharp';

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'];

// One thread for each image, and nothing of an upload kept in memory afterwards. Both are settings of the process.
sharp.concurrency(1);
sharp.cache(false);

let isConfined = false;

/**
 * Refuses every decoder but those of PNG, JPEG and GIF, for the whole process: whatever the bytes turn out to be, SVG,
 * TIFF, PDF and the like are not attempted. Said once, before the first image: while it is being said, another image
 * would find no decoder at all. (The demo data, whose pictures are SVG of our own, are drawn before that.)
 */
export function confineSharp(): void {
  if (isConfined) return;
  isConfined = true;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}
