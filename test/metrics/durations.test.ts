import { describe, expect, it } from '@jest/globals';
import { observe, histogramSamples, emptyHistogram } from '../../src/telemetry/metrics/metrics.js';

describe('Durations', () => {
  it('are in the format of Prometheus: each bucket includes all lower ones, and the last one everything', () => {
    const durations = emptyHistogram();
    for (const seconds of [0, 0.001, 0.0011, 0.3, 10, 11]) observe(durations, seconds);
    const samples = histogramSamples('x', { route: 'r' }, durations);
    const buckets = samples.filter(({ metricName }) => metricName === 'x_bucket');
    expect(Object.fromEntries(buckets.map(({ labels, value }) => [labels['le'], value]))).toEqual({
      ...{ '0.001': 2, '0.0025': 3, '0.005': 3, '0.01': 3, '0.025': 3, '0.05': 3, '0.1': 3 },
      ...{ '0.25': 3, '0.5': 4, '1': 4, '2.5': 4, '10': 5, '+Inf': 6 },
    });
    expect(samples.slice(-2)).toEqual([
      { metricName: 'x_sum', labels: { route: 'r' }, value: expect.closeTo(21.3021) },
      { metricName: 'x_count', labels: { route: 'r' }, value: 6 },
    ]);
  });
});
