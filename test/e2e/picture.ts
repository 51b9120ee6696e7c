import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Saves a screenshot of the page if `SCREENSHOT_DIR` is set. */
export const savePicture = (page: Page, name: string): Promise<void> => save(page, process.env['SCREENSHOT_DIR'], name);

/** Updates a screenshot of the documentation: `DOCS_PICTURES=docs npm test -- --browser`. */
export const renewPicture = (page: Page, name: string): Promise<void> => save(page, process.env['DOCS_PICTURES'], name);

async function save(page: Page, directory: string | undefined, name: string): Promise<void> {
  if (directory === undefined) return;
  // Moves the mouse away from all buttons, to avoid tooltips in the screenshot.
  await page.mouse.move(640, 799);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await page.screenshot({ path: join(directory, name) });
}
