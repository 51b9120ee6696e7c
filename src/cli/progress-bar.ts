import { Presets, SingleBar } from 'cli-progress';

/** A progress bar on standard error; without a terminal, a line every 5 s. */
export function progressBar(unit: string) {
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
  return {
    show(done: number, total: number, what: string): void {
      if (!started) bar.start(total, 0, { what });
      started = true;
      bar.update(done, { what });
    },
    end(): void {
      if (started) bar.stop();
    },
  };
}
