export { demoAccounts } from './data/accounts.js';
export { generateCrowd } from './crowd.js';
export type { CrowdProgress, CrowdSizes } from './crowd.js';
export { saveInFolder, saveInStore } from './images/event-image.js';
export { loadShowcase } from './showcase.js';
export type { ShowcaseOptions } from './showcase.js';
