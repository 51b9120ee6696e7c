/** A job that runs longer is slow. */
export const SLOW_MS = 2_000;
/** Beyond it, the group that has been slow for longest is forgotten. */
const MAX_GROUPS = 1_000;

/** The groups whose last job was slow, in this process. */
export class SlowGroups {
  readonly #groups = new Set<string>();

  /** Null for a job without a group. */
  note(group: string | null | undefined, isSlow: boolean): void {
    if (group === null || group === undefined) return;
    if (!isSlow) {
      this.#groups.delete(group);
      return;
    }
    this.#groups.add(group);
    const [oldest] = this.#groups;
    if (this.#groups.size > MAX_GROUPS && oldest !== undefined) this.#groups.delete(oldest);
  }

  get ids(): string[] {
    return [...this.#groups];
  }
}
