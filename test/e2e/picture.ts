import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Keeps a picture of what the page shows now, where `SCREENSHOT_DIR` is set. */
export const savePicture = (page: Page, name: string): Promise<void> => save(page, process.env['SCREENSHOT_DIR'], name);

/** Renews a picture of the documentation: `DOCS_PICTURES=docs npm run test:browser`. */
export const renewPicture = (page: Page, name: string): Promise<void> => save(page, process.env['DOCS_PICTURES'], name);

async function save(page: Page, directory: string | undefined, name: string): Promise<void> {
  if (directory === undefined) return;
  // Away from all buttons, whose tooltips would lie over the picture.
  await page.mouse.move(640, 799);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await page.screenshot({ path: join(directory, name) });
}
