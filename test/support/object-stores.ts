import { startS3rver, type ObjectStore } from './object-store.js';
import { startSwift } from './swift.js';

/** An object store that a test starts, with the means to remove it. */
export interface RemovableStore extends ObjectStore {
  readonly remove: () => Promise<void>;
}

interface KindOfStore {
  readonly name: string;
  readonly start: () => Promise<RemovableStore>;
}

const s3rver: KindOfStore = { name: 's3rver', start: startS3rver };
const swift: KindOfStore = { name: 'Swift', start: startSwift };

/** The object stores of this run: `TEST_SWIFT=true` adds Swift, which needs root and packages of Debian. */
export const objectStores: readonly KindOfStore[] = [s3rver, ...(process.env['TEST_SWIFT'] === 'true' ? [swift] : [])];
