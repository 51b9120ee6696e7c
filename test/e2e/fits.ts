import type { Page } from 'playwright-core';

/** From wide screens to the narrowest phones. */
const WIDTHS = [1280, 768, 360];

/** The widths at which the page overflows its screen. Afterwards the screen is 1280 × 800. */
export async function widthsThatScroll(page: Page): Promise<number[]> {
  const wide: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // Editors update their layout asynchronously.
    await page.waitForTimeout(300);
    const scrolls = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    if (scrolls) wide.push(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return wide;
}
