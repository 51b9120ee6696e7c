/** The time of the service: the process's clock, corrected by what the database's clock says (decisions.md, Values). */
export class Clock {
  #correction = 0;

  /** Seconds since 1970. */
  now(): number {
    return Date.now() / 1000 + this.#correction;
  }

  /**
   * Compares with the database's clock. Half of the time that the answer took is taken for its way back.
   *
   * @param databaseTime asks the database for its time, in seconds since 1970
   */
  async compare(databaseTime: () => Promise<number>): Promise<void> {
    const asked = Date.now() / 1000;
    const told = await databaseTime();
    const answered = Date.now() / 1000;
    this.#correction = told - (asked + answered) / 2;
  }
}
