// Fails if Redocly or Spectral reports a problem in the OpenAPI document, or if Redocly's score is below 90.
// Telemetry and update checks are disabled.
import { spawnSync } from 'node:child_process';
import { recordConsumers } from './record-consumers.mjs';

const document = 'rest-facade/openapi/openapi.json';
const redocly = '.config/redocly.yaml';
const LEAST_SCORE = 90;

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
const run = (command, parameters, output) =>
  spawnSync(command, parameters, { env, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', output, 'inherit'] });

const linted = [
  run('redocly', ['lint', '--config', redocly, document], 'inherit'),
  run('spectral', ['lint', '--ruleset', '.config/spectral.yaml', '--fail-severity', 'hint', document], 'inherit'),
];
const { stdout } = run('redocly', ['score', '--config', redocly, '--format', 'json', document], 'pipe');
const { agentReadiness: score } = JSON.parse(stdout);
console.log(`redocly score: ${score} of 100`);

const isGood = linted.every(({ status }) => status === 0) && score >= LEAST_SCORE;
if (isGood) await recordConsumers((suite) => suite === '.config/check-openapi.mjs');
process.exitCode = isGood ? 0 : 1;
