import { Command } from 'commander';
import { configurationWarnings } from '../config/config.js';
import { effectiveVariables, type EffectiveVariable } from './effective-variables.js';
import { jsonOption } from './listing.js';
import { textTable, type TextColumn } from './text-table.js';

const columns: readonly TextColumn<EffectiveVariable>[] = [
  { heading: 'VARIABLE', cell: ({ variable }) => variable },
  { heading: 'VALUE', cell: ({ value, unset }) => value ?? `(${unset})` },
  { heading: 'FROM', cell: ({ from }) => from },
];

/** `config`: prints the effective configuration for this environment. */
export function configCommand(): Command {
  return new Command('config')
    .description('Print the effective configuration, with secrets masked. Does not open the database.')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npm run lectern -- config
  npm run --silent lectern -- config --json | jq '.[] | select(.from != "default")'`,
    )
    .action(({ json }: { readonly json: boolean }) => {
      const variables = effectiveVariables();
      for (const warning of configurationWarnings()) process.stderr.write(`${warning}\n`);
      process.stdout.write(`${json ? JSON.stringify(variables, null, 2) : textTable(columns, variables)}\n`);
    });
}
