import type { LogPosition } from '../../core/reads/change-log.js';

const parts = ({ epoch, transactionId, id }: LogPosition): readonly string[] => [epoch, transactionId, id];

/** Whether a position in the event log follows another one. */
export function isAfter(one: LogPosition, other: LogPosition): boolean {
  const others = parts(other);
  for (const [place, part] of parts(one).entries()) {
    const difference = BigInt(part) - BigInt(others[place] ?? 0);
    if (difference !== 0n) return difference > 0n;
  }
  return false;
}
