import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distribution } from '../../src/composition/distribution.ts';
import { assumptions, type CapacityResults, demandOf } from './demand.ts';
import { capacityPage } from './capacity-page.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const measured: CapacityResults = JSON.parse(readFileSync(join(docs, 'capacity.json'), 'utf8'));

test('capacity: the demand follows from measurements and assumptions', () => {
  const known: CapacityResults = {
    machine: [],
    requests: {
      read: { serviceMicros: 1000, databaseMicros: 500, rows: {} },
      write: { serviceMicros: 2000, databaseMicros: 4000, rows: { kept: 2, gone: 1 } },
    },
    rowBytes: { kept: 100, gone: 1000 },
  };
  const assumed = {
    perUserAndDay: { read: 9, write: 1 },
    areaOf: { read: 'forum', write: 'sso' },
    peak: 2,
    utilisation: 0.5,
    keptDays: { gone: 1 },
    horizonDays: 10,
  };
  // 86,400 users: ten requests per second on average, twenty in the peak.
  expect(demandOf(86_400, known, assumed)).toEqual({
    users: 86_400,
    requestsPerSecond: 20,
    serviceCores: (18 * 1000 + 2 * 2000) / 1e6 / 0.5,
    databaseCores: (18 * 500 + 2 * 4000) / 1e6 / 0.5,
    areaCores: { forum: (18 * 500) / 1e6 / 0.5, sso: (2 * 4000) / 1e6 / 0.5 },
    storedBytes: 86_400 * (2 * 10 * 100 + 1 * 1 * 1000),
  });
});

test('capacity: a kind of request without a measurement is an error', () => {
  expect(() => demandOf(1, { machine: [], requests: {}, rowBytes: {} }, assumptions)).toThrow('has no measurement of');
});

test('capacity: every stored row has a measured size, and every table with a retention exists', () => {
  for (const { rows } of Object.values(measured.requests)) {
    for (const table of Object.keys(rows)) expect(measured.rowBytes[table], table).toBeGreaterThan(0);
  }
  for (const table of Object.keys(assumptions.keptDays)) expect(distribution).toHaveProperty([table]);
});

test('capacity: docs/capacity.md matches docs/capacity.json; npm run capacity -- --page writes it', () => {
  expect(readFileSync(join(docs, 'capacity.md'), 'utf8')).toBe(capacityPage(measured));
});
