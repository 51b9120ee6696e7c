import sharp from 'sharp';

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'];

// One thread for each image, and nothing of an upload kept in memory afterwards. Both are settings of the process.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Refuses every decoder but those of PNG, JPEG and GIF, for the whole process: whatever the bytes turn out to be, SVG,
 * TIFF, PDF and the like are not attempted. Takes microseconds; said before each image, because the demo data, which
 * draws SVG of its own, takes the ban off that one.
 */
export function confineSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
}
