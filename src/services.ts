/** The outside things that verbs use, and what a deployment decided about them. One of each for the whole process. */
export interface Services {
  readonly policy: Policy;
}

/** What a deployment decides about the rules. */
export interface Policy {
  /** How many events of one host may await approval at a time (contract §3.2). */
  readonly maxPendingEvents: number;
}
