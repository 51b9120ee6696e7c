/** A step of a migration that takes something away, once no running Lectern asks for it. */
interface DeclaredStep {
  readonly migration: string;
  /** As the test tells it. */
  readonly step: string;
  /** Since which release nobody asks for it, or why it harms nobody. */
  readonly reason: string;
}

/** In the order of the migrations; emptied at a release, when they are recorded. */
export const declaredSteps: readonly DeclaredStep[] = [];
