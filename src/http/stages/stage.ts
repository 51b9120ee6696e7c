import type { Exchange } from '../exchange.js';
import type { Match } from '../match.js';
import type { Reply } from '../send.js';

/** One step of every exchange. It responds itself, or passes on the exchange and may change the reply. */
export type Stage = <Some extends Match>(exchange: Exchange<Some>, next: () => Promise<Reply>) => Promise<Reply>;
