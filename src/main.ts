/** Process entry of the service. */
import { requireNodeVersion } from './node-version.js';

requireNodeVersion();
const { serve } = await import('./serve.js');
await serve();
