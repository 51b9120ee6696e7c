/** Does something within one day (UTC), again when midnight came in between: what is open and what is hot changes then. */
export async function onOneDay<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const day = new Date().getUTCDate();
    const done = await work();
    if (new Date().getUTCDate() === day) return done;
  }
}
