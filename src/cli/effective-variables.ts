import { z } from 'zod';
import { givenVariables, readConfig, type Config } from '../config.js';
import { environment } from '../environment.js';

/** A variable and what holds of it. */
export interface EffectiveVariable {
  readonly variable: string;
  /** As it would be written, a secret masked; null where words tell better what holds. */
  readonly value: string | null;
  /** What holds while it is unset, in words. */
  readonly unset?: string;
  readonly from: 'environment' | 'file' | 'default';
}

/** What a deployment gets that has not set them. */
const derived: Readonly<Record<string, (config: Config) => string | number>> = {
  WORKERS: ({ workers }) => workers,
  DATABASE_CONNECTIONS: ({ workers, database }) => workers * database.connections,
  EVENT_SUBMISSION: ({ legacySubmission }) => (legacySubmission ? 'legacy' : 'spec'),
  TALK_TYPE_SOCIAL: ({ socialTalkType }) => socialTalkType,
  MAIL_FROM: ({ mail }) => `${mail.from.name} <${mail.from.address}>`,
  MAIL_SYSTEM: ({ mail }) => mail.system,
};

const { properties = {} } = z.toJSONSchema(environment, { io: 'input' });
/** A default that is of another type than what is given, such as true, is no part of the schema of the input. */
const defaults: Readonly<Record<string, unknown>> = environment.parse({});

/** Every variable. @throws OperatorError when one of them is wrong */
export function effectiveVariables(): EffectiveVariable[] {
  const config = readConfig();
  const { variables: given } = givenVariables();
  return Object.entries(properties).map(([variable, form]) => {
    const { secret, unset, default: byDefault = defaults[variable] } = Object(form) as Record<string, unknown>;
    const text = given[variable];
    if (text !== undefined) {
      const from = given[`${variable}_FILE`] === undefined ? 'environment' : 'file';
      return { variable, value: masked(text, secret === true), from };
    }
    const value = derived[variable]?.(config) ?? byDefault;
    if (value !== undefined) return { variable, value: String(value), from: 'default' };
    return { variable, value: null, unset: String(unset).replaceAll('`', ''), from: 'default' };
  });
}

const MASK = '***';

/** Of an address the password alone is secret, also where it is a parameter: the rest says which server is meant. */
function masked(text: string, isSecret: boolean): string {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return isSecret ? MASK : text;
  const address = new URL(text);
  if (address.password !== '') address.password = MASK;
  for (const name of address.searchParams.keys()) {
    if (/pass|secret|key|token/i.test(name)) address.searchParams.set(name, MASK);
  }
  return address.href;
}
