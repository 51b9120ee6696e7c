import type { Command } from 'commander';
import type { Pool } from 'pg';
import { counterCount, recountCounters, type Drift } from '../core/common/counters.js';
import { possibleLegacyWebsites } from '../core/application/legacy-website-reminder.js';
import { replaceSecretKey, type ReplacedSecrets } from '../core/secret-key/secret-key-replacement.js';
import { delaysOf, type LogDelay } from '../core/changes/log-delay.js';
import { secretKey } from '../database/secret-key.js';
import { missingImages, type MissingImage } from './images.js';
import { OperatorCommand, jsonOption } from './listing.js';
import { firstOf, withProgress } from './output.js';
import { requireConfirmation, yesOption } from './prompts.js';
import { misplacedTimes, rulesInWords, summaryOfTimes } from './time-zones.js';
import { withDatabase, withConnection } from './with-database.js';

/** `migrate`: applies pending migrations before the first process of a new version starts. */
export function migrateCommand(): Command {
  return new OperatorCommand('migrate')
    .description('Apply pending schema migrations. The service also does this at every start.')
    .examples('npm run lectern -- migrate')
    .action(async () => {
      const ran = await withDatabase(({ migrated }) => Promise.resolve(migrated), { mayCreate: true });
      const summary = ran.length === 0 ? 'The schema is up to date.' : `Applied: ${ran.join(', ')}.`;
      process.stdout.write(`${summary}\n`);
    });
}

/** `doctor`: recounts all counters and derives all future times, and compares, read-only; exit code 1 if any differs. */
export function doctorCommand(): Command {
  return new OperatorCommand('doctor')
    .description(
      'Compare every counter with a recount, and every future time with its local time; read-only. Exit code 1 if any differs.',
    )
    .option('--images', 'also verify that the image store contains every referenced image', false)
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- doctor',
      'npm run lectern -- doctor --images',
      'npm run --silent lectern -- doctor --json | jq length',
    )
    .action(async ({ images, json }: { readonly images: boolean; readonly json: boolean }) => {
      const { drifts, missing, times, reminders } = await withDatabase(async ({ pool }, config) => ({
        drifts: await recount(pool),
        missing: images ? await missingImages(pool, config) : null,
        times: await misplacedTimes(pool),
        reminders: [
          ...(config.legacyCompatibility ? [] : await remindersOf(pool)),
          ...(await delaysOf(pool)).map(delayInWords),
        ],
      }));
      const findings = [...drifts, ...(missing ?? []), ...times.found];
      if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
      else {
        const lines = [summaryOfTimes(times.found), ...rulesInWords(times.newer)];
        process.stdout.write(
          [summaryOf(drifts), missing && summaryOfImages(missing), ...lines.map((line) => `${line}\n`)].join(''),
        );
      }
      if (!json) for (const reminder of reminders) process.stdout.write(`${reminder}\n`);
      if (findings.length > 0) process.exitCode = 1;
    });
}

/** A reminder after an import: legacy websites need the legacy responses (decisions no. 33). */
async function remindersOf(pool: Pool): Promise<string[]> {
  const keys = await possibleLegacyWebsites(pool, { afterImport: true });
  if (keys.length === 0) return [];
  return [
    `Imported first-party applications: ${keys.join(', ')}. If one of them is a legacy website, set COMPATIBILITY=legacy.`,
  ];
}

const delayInWords = ({ holder, database, seconds }: LogDelay): string =>
  `The event log waits for a transaction that has been open for ${seconds} s (${holder}, database ${database}): end it.`;

async function recount(pool: Pool): Promise<Drift[]> {
  const client = await pool.connect();
  let done = 0;
  try {
    return await withProgress('counters', (progress) =>
      recountCounters(client, (what) => progress(++done, counterCount, what)),
    );
  } finally {
    client.release();
  }
}

function summaryOf(drifts: readonly Drift[]): string {
  const lines = drifts.map(
    ({ table, counter, id, stored, counted }) => `${table} ${id}: ${counter} is ${stored}, a recount gives ${counted}`,
  );
  const outcome =
    drifts.length === 0 ? `All ${counterCount} counters agree with a recount.` : `${drifts.length} counters differ.`;
  return `${[...firstOf(lines), outcome].join('\n')}\n`;
}

function summaryOfImages(missing: readonly MissingImage[]): string {
  const lines = missing.map(({ eventId, image }) => `events ${eventId}: ${image} is missing`);
  const outcome =
    missing.length === 0
      ? 'The image store contains every referenced image.'
      : `${missing.length} images are missing: restore them, or copy them with images copy.`;
  return `${[...firstOf(lines), outcome].join('\n')}\n`;
}

/** `secret-key …`: the key that encrypts stored secrets. */
export function secretKeyCommand(): Command {
  return new OperatorCommand('secret-key')
    .description('Manage the key that encrypts stored secrets')
    .addCommand(secretKeyReplaceCommand());
}

function secretKeyReplaceCommand(): Command {
  return new OperatorCommand('replace')
    .description(
      'Replace the key of the database with the current SECRET_KEY, and reissue the secrets of applications and webhooks.',
    )
    .addOption(yesOption())
    .addHelpText(
      'after',
      `
For a lost or leaked key. Stop the service first, then start every process with the new SECRET_KEY or, if it is unset, with
the file secret-key in DATA_DIR. Accounts, passwords and tokens stay valid. Applications whose secret the new key cannot
decrypt get a new one, which their owners can read; so do webhooks, whose hosts rotate the secret to read it. Mails that it
cannot decrypt are deleted unsent; rate limits are reset.

Example:
  SECRET_KEY=$(cat new-key) npm run lectern -- secret-key replace`,
    )
    .action(async ({ yes }: { readonly yes: boolean }) => {
      await requireConfirmation('Replace the secrets of applications and webhooks, and delete queued mails?', { yes });
      const replaced = await withDatabase(async ({ pool }, config) => {
        const key = await secretKey(config);
        return withConnection(pool, (client) => replaceSecretKey(client, key));
      });
      process.stdout.write(`${reportOf(replaced)}\n`);
    });
}

function reportOf({ applications, webhooks, mails }: ReplacedSecrets): string {
  return [
    applications.length === 0
      ? 'No application needs a new secret.'
      : `New application secrets, which the owners can read: ${applications.join(', ')}.`,
    ...(webhooks.length === 0
      ? []
      : [`New webhook secrets, which their hosts have to rotate: ${webhooks.join(', ')}.`]),
    ...(mails === 0 ? [] : [`Undecryptable mails deleted unsent: ${mails}.`]),
    'The database now requires this SECRET_KEY: start every process with it.',
  ].join('\n');
}
