import { Presets, SingleBar } from 'cli-progress';

export type ShowProgress = (done: number, total: number, what: string) => void;

/** Shows a progress bar on standard error while `work` runs; without a terminal, a line every 5 s. */
export async function withProgress<Value>(unit: string, work: (show: ShowProgress) => Promise<Value>): Promise<Value> {
  const bar = new SingleBar(
    {
      format: `  {bar} {value}/{total} ${unit}  {what}`,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
      stream: process.stderr,
    },
    Presets.rect,
  );
  let started = false;
  try {
    return await work((done, total, what) => {
      if (!started) bar.start(total, 0, { what });
      started = true;
      bar.update(done, { what });
    });
  } finally {
    if (started) bar.stop();
  }
}
