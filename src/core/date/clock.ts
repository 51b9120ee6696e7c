/** The time of the service: the process clock, corrected by the database clock (decisions no. 70). */
export class Clock {
  #correction = 0;

  /** Seconds since 1970. */
  now(): number {
    return Date.now() / 1000 + this.#correction;
  }

  /**
   * Measures the offset from the database clock. Assumes that the response takes half of the round trip.
   *
   * @param databaseTime queries the database for its time, in seconds since 1970
   */
  async compare(databaseTime: () => Promise<number>): Promise<void> {
    const sentAt = Date.now() / 1000;
    const databaseNow = await databaseTime();
    const receivedAt = Date.now() / 1000;
    this.#correction = databaseNow - (sentAt + receivedAt) / 2;
  }
}
