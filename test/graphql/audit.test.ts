import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditServer, type AuditResult } from 'graphql-http';
import { startService, type TestService } from '../support/service.js';

/** The rows of "Where we differ": `| 572B | warn | … | … |`. */
const page = readFileSync(join(process.cwd(), 'docs/frontend.md'), 'utf8');
const differences = [...page.matchAll(/^\| `(\w{4})` +\| (\w+) +\| .+ \| .+ \|$/gm)].map(([, id, status]) => ({
  id,
  status,
}));

let service: TestService;
let results: readonly AuditResult[];
beforeAll(async () => {
  service = await startService();
  results = await auditServer({ url: `${service.base}/graphql` });
});
afterAll(() => service.stop());

describe('the audit of GraphQL over HTTP', () => {
  it('deviates only as docs/frontend.md documents', () => {
    const failed = results.filter(({ status }) => status !== 'ok').map(({ id, status }) => ({ id, status }));
    expect(failed).toEqual(differences);
  });

  it('passes everything that is required', () => {
    expect(results.filter(({ status }) => status === 'error')).toEqual([]);
    expect(results).toHaveLength(61);
  });
});
