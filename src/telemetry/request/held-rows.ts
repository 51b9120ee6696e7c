/** Size of the result rows that a request has read. */
export interface HeldRows {
  bytes: number;
  /** Number of statements whose rows may still arrive. */
  statements: number;
  /** Whether the request has completed. */
  isOver: boolean;
}

export const noRows = (): HeldRows => ({ bytes: 0, statements: 0, isOver: false });
