import sharp from 'sharp';

const loaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadNsgif'];

// One thread for each image, and nothing of an upload kept in memory afterwards. Both are settings of the process.
sharp.concurrency(1);
sharp.cache(false);

let isConfined = false;

/**
 * Refuses every decoder but those of PNG, JPEG and GIF, for the whole process: whatever the bytes turn out to be, SVG,
 * TIFF, PDF and the like are not attempted. All of them together are refused once only, before the first image: while
 * that is being said, another image would find no decoder at all. SVG is refused anew each time, because the demo data,
 * which draws with it, takes the ban off.
 */
export function confineSharp(): void {
  if (!isConfined) {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: loaders });
    isConfined = true;
  }
  sharp.block({ operation: ['VipsForeignLoadSvg'] });
}
