/** Runs work within one day (UTC), again if it spanned midnight, because open and hot records change then. */
export async function onOneDay<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const day = new Date().getUTCDate();
    const done = await work();
    if (new Date().getUTCDate() === day) return done;
  }
}
