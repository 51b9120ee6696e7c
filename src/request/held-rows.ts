/** What the rows that a request has read weigh. */
export interface HeldRows {
  bytes: number;
  /** Statements whose rows may still arrive. */
  statements: number;
  /** Nobody waits for the answer any more. */
  isOver: boolean;
}

export const noRows = (): HeldRows => ({ bytes: 0, statements: 0, isOver: false });
