#!/bin/sh
# cron-parser, which pg-boss schedules by, with a change of the clock by half an hour
#
# Guess: of a job whose time is skipped, the run comes right after the gap, as it does in Berlin, or is left out; times that
#   exist are not concerned. Lord Howe Island puts its clocks from 02:00 to 02:30 on 3 October 2027.
# What happens: the whole hour counts as skipped. Of a job each quarter of an hour from 01:00 to 02:59, the runs at 02:30 and
#   02:45, which exist, are missing, and there are runs from 03:00 to 03:45, outside its hours. The daily job at 02:15 does not
#   run on that day; in Berlin it runs after the gap. When the clocks go back in April, the next run of a daily job at 09:00
#   is not found: an error calls the expression invalid. croner is right in each case.
# Version: cron-parser 5.10.6, croner 11.0.1, luxon 3.7.2
# Output seen:
#   Australia/Lord_Howe */15 1-2 * * *: cron-parser 01:00 01:15 01:30 01:45 03:00 03:15 03:30 03:45, croner 01:00 01:15 01:30 01:45 02:30 02:45
#   Australia/Lord_Howe 15 2 * * *: cron-parser no run, croner 02:30
#   Australia/Lord_Howe 45 2 * * *: cron-parser 02:45, croner 02:45
#   Australia/Lord_Howe 0 9 * * *: cron-parser Invalid expression, loop limit exceeded, croner 09:00
#   Europe/Berlin 15 2 * * *: cron-parser 03:15, croner 03:00
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --ignore-scripts --no-audit --no-fund --silent --prefix "$dir" cron-parser@5.10.6 croner@11.0.1 luxon@3.7.2 \
  >"$dir/npm.log" 2>&1 || { cat "$dir/npm.log"; exit 1; }
cat >"$dir/run.mjs" <<'JS'
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import { DateTime } from 'luxon';

const RUNS = 12;
const readers = {
  'cron-parser'(expression, tz, currentDate) {
    const interval = CronExpressionParser.parse(expression, { tz, currentDate });
    return Array.from({ length: RUNS }, () => interval.next().toDate());
  },
  croner: (expression, timezone, from) => new Cron(expression, { timezone }).nextRuns(RUNS, from),
};
function show(zone, day, expression) {
  const start = DateTime.fromISO(day, { zone });
  const runsBy = (read) => {
    try {
      const dates = read(expression, zone, start.minus({ seconds: 1 }).toJSDate());
      const local = dates.map((date) => DateTime.fromJSDate(date, { zone })).filter((at) => at.hasSame(start, 'day'));
      return local.map((at) => at.toFormat('HH:mm')).join(' ') || 'no run';
    } catch (error) {
      return error.message;
    }
  };
  const shown = Object.entries(readers).map(([name, read]) => `${name} ${runsBy(read)}`);
  console.log(`${zone} ${expression}: ${shown.join(', ')}`);
}
show('Australia/Lord_Howe', '2027-10-03', '*/15 1-2 * * *');
show('Australia/Lord_Howe', '2027-10-03', '15 2 * * *');
show('Australia/Lord_Howe', '2027-10-03', '45 2 * * *');
show('Australia/Lord_Howe', '2027-04-04', '0 9 * * *');
show('Europe/Berlin', '2027-03-28', '15 2 * * *');
JS
node "$dir/run.mjs" >"$dir/seen"
cat "$dir/seen"
diff - "$dir/seen" <<'SEEN'
Australia/Lord_Howe */15 1-2 * * *: cron-parser 01:00 01:15 01:30 01:45 03:00 03:15 03:30 03:45, croner 01:00 01:15 01:30 01:45 02:30 02:45
Australia/Lord_Howe 15 2 * * *: cron-parser no run, croner 02:30
Australia/Lord_Howe 45 2 * * *: cron-parser 02:45, croner 02:45
Australia/Lord_Howe 0 9 * * *: cron-parser Invalid expression, loop limit exceeded, croner 09:00
Europe/Berlin 15 2 * * *: cron-parser 03:15, croner 03:00
SEEN
