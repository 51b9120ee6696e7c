import { domainError } from '../../core/errors.js';

/** Maximum numbers of open streams of one process. */
export interface StreamLimits {
  readonly total: number;
  readonly perAddress: number;
}

const MAX_PER_TOKEN = 20;

/** Counts the open streams. */
export interface OpenStreams {
  /**
   * Counts a stream. Returns the function to call once, when it is closed.
   *
   * @param tokenId null for an anonymous client, whose address is counted
   * @throws DomainError RATE_LIMITED
   */
  readonly open: (tokenId: string | null, address: string) => () => void;
  readonly count: () => number;
}

export function createOpenStreams({ total, perAddress }: StreamLimits): OpenStreams {
  const counts = new Map<string, number>();
  let open = 0;
  return {
    open(tokenId, address) {
      const [key, most] = tokenId === null ? [`address ${address}`, perAddress] : [`token ${tokenId}`, MAX_PER_TOKEN];
      const count = counts.get(key) ?? 0;
      if (open >= total || count >= most) throw domainError('RATE_LIMITED', 'TOO_MANY_STREAMS');
      counts.set(key, count + 1);
      open += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        open -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
    count: () => open,
  };
}
