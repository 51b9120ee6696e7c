import type { Command } from 'commander';
import * as z from 'zod';
import { configurationWarnings, environmentVariables, readConfig, type Config } from '../config/config.js';
import { environment } from '../config/environment.js';
import { OperatorCommand, jsonOption, textTable, type TextColumn } from './listing.js';

const columns: readonly TextColumn<EffectiveVariable>[] = [
  { heading: 'VARIABLE', cell: ({ variable }) => variable },
  { heading: 'VALUE', cell: ({ value, unset }) => value ?? `(${unset})` },
  { heading: 'FROM', cell: ({ from }) => from },
];

/** `config`: prints the effective configuration for this environment. */
export function configCommand(): Command {
  return new OperatorCommand('config')
    .description('Print the effective configuration, with secrets masked. Does not open the database.')
    .addOption(jsonOption())
    .examples(
      'npm run lectern -- config',
      'npm run --silent lectern -- config --json | jq \'.[] | select(.from != "default")\'',
    )
    .action(({ json }: { readonly json: boolean }) => {
      const variables = effectiveVariables();
      for (const warning of configurationWarnings()) process.stderr.write(`${warning}\n`);
      process.stdout.write(`${json ? JSON.stringify(variables, null, 2) : textTable(columns, variables)}\n`);
    });
}

/** A variable and its effective value. */
interface EffectiveVariable {
  readonly variable: string;
  /** In the syntax of the variable, with secrets masked; null if the default is described by `unset`. */
  readonly value: string | null;
  /** Describes the default of an unset variable that has no literal value. */
  readonly unset?: string;
  readonly from: 'environment' | 'file' | 'default';
}

/** Defaults that are derived from other settings. */
const derived: Readonly<Record<string, (config: Config) => string | number>> = {
  WORKERS: ({ workers }) => workers,
  DATABASE_CONNECTIONS: ({ workers, database }) => workers * database.connections,
  ACCOUNT_DISCLOSURE: ({ policy }) => (policy.discloseAccounts ? 'legacy' : 'none'),
  EVENT_SUBMISSION: ({ legacySubmission }) => (legacySubmission ? 'legacy' : 'spec'),
  TALK_TYPE_SOCIAL: ({ socialTalkType }) => socialTalkType,
  MAIL_FROM: ({ mail }) => `${mail.from.name} <${mail.from.address}>`,
  MAIL_SYSTEM: ({ mail }) => mail.system,
};

const { properties = {} } = z.toJSONSchema(environment, { io: 'input' });
/** Defaults whose type differs from the input's, such as true, are missing in the input schema. */
const defaults: Readonly<Record<string, unknown>> = environment.parse({});

/** Returns every variable. @throws OperatorError when one is invalid */
function effectiveVariables(): EffectiveVariable[] {
  const config = readConfig();
  const { variables: values } = environmentVariables();
  return Object.entries(properties).map(([variable, form]) => {
    const { secret, unset, default: byDefault = defaults[variable] } = Object(form) as Record<string, unknown>;
    const text = values[variable];
    if (text !== undefined) {
      const from = values[`${variable}_FILE`] === undefined ? 'environment' : 'file';
      return { variable, value: masked(text, secret === true), from };
    }
    const value = derived[variable]?.(config) ?? byDefault;
    if (value !== undefined) return { variable, value: String(value), from: 'default' };
    return { variable, value: null, unset: String(unset).replaceAll('`', ''), from: 'default' };
  });
}

const MASK = '***';

/** Masks only the password of a URL, also in a query parameter: the rest identifies the server. */
function masked(text: string, isSecret: boolean): string {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return isSecret ? MASK : text;
  const address = new URL(text);
  if (address.password !== '') address.password = MASK;
  for (const name of address.searchParams.keys()) {
    if (/pass|secret|key|token/i.test(name)) address.searchParams.set(name, MASK);
  }
  return address.href;
}
