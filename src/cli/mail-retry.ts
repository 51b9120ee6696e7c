import { Command, InvalidArgumentError } from 'commander';
import { retryFailedJobs } from '../adapters/jobs/retry-jobs.js';
import { OperatorError } from '../config/operator-error.js';
import { withDatabase } from './with-database.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `mail retry`: requeues failed mails, all or by ID. */
export function mailRetryCommand(): Command {
  const retry = new Command('retry');
  return retry
    .description(
      'Requeue failed mails for the service to send: those with the given IDs (all or none), or all of them.',
    )
    .argument('[ids...]', 'mail IDs (see mail list)', (text, ids: readonly string[] = []) => [...ids, uuid(text)])
    .option('--all', 'requeue all failed mails', false)
    .addHelpText(
      'after',
      `
Links to verify an address or to set a password expire: the recipient may have to request another mail.

Examples:
  npm run lectern -- mail retry 0e4a7d0c-93a5-4a34-8d3f-52c9a4f1b0aa
  npm run lectern -- mail retry --all`,
    )
    .action(async (ids: readonly string[], { all }: { readonly all: boolean }) => {
      if (ids.length > 0 === all) retry.error('error: specify either IDs or --all');
      const count = await withDatabase(({ pool }) => retryFailedJobs(pool, 'mail', all ? null : ids));
      if (count === null) throw new OperatorError('No such failed mail: see mail list. Nothing was changed.');
      process.stdout.write(`${count} ${count === 1 ? 'mail' : 'mails'} requeued.\n`);
    });
}

function uuid(text: string): string {
  if (!UUID.test(text)) throw new InvalidArgumentError('Must be an ID from mail list.');
  return text.toLowerCase();
}
