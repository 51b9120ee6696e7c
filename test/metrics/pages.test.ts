import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { processSamples } from '../../src/telemetry/metrics/exposition.js';
import { metricTable } from '../../src/telemetry/metrics/metric-table.js';

const page = (path: string): string => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
const table = Object.values(metricTable);
const labels = new Set(table.flatMap((metric) => metric.labels));

/** The metrics that a text names, without the suffixes of histograms. */
const namedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:lectern|nodejs|process|http_server|db_client)_[a-z0-9_]+\b/g)]
      .map(([name]) => name)
      .filter((name) => !labels.has(name))
      .map((name) => (table.some((metric) => metric.name === name) ? name : name.replace(/_(bucket|sum|count)$/, ''))),
  ),
];

describe('The page about metrics', () => {
  it('has a row for each, with its type, its labels and its meaning', () => {
    const rows = [
      ...page('observability.md').matchAll(
        /^\| `(\w+)` +\| (counter|gauge|histogram|summary) +\| (.*?) +\| (.*?) +\|$/gm,
      ),
    ];
    expect(rows.map(([, name, type, labels, help]) => ({ name, type, labels, help }))).toEqual(
      table.map(({ name, type, labels, help }) => ({
        ...{ name, type, help },
        labels: labels.map((label) => `\`${label}\``).join(', ') || '–',
      })),
    );
  });
});

describe.each(['observability/dashboard.json', 'observability/alerts.yml', 'observability.md'])('%s', (path) => {
  it('names no unknown metric', async () => {
    const there = [...table, ...(await processSamples())].map(({ name }) => name);
    const named = namedIn(page(path));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !there.includes(name))).toEqual([]);
  });
});

describe('The dashboard', () => {
  it('shows every metric of Lectern', () => {
    const shown = namedIn(page('observability/dashboard.json'));
    expect(table.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('uses one data source, selected at import', () => {
    const { panels } = JSON.parse(page('observability/dashboard.json')) as { panels: { datasource?: object }[] };
    const sources = new Set(panels.flatMap(({ datasource }) => (datasource ? [JSON.stringify(datasource)] : [])));
    expect([...sources]).toEqual(['{"type":"prometheus","uid":"${source}"}']);
  });
});
