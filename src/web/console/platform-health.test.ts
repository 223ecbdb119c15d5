import { expect, test } from 'vitest';
import { ageOf, healthFigures } from './platform-health.ts';

const health = (failures: number, overdueSeconds: number | null) => ({
  version: '1.0.0',
  startedAt: '2026-03-01T06:00:00.000Z',
  periodSeconds: 300,
  requests: 1_000,
  failures,
  overdueSeconds,
});

test('console: a healthy platform has a good tone in every figure', () => {
  const figures = healthFigures({
    services: [
      { title: 'Sign-in', health: health(0, null) },
      { title: 'Notifications', health: health(0, 0.4) },
    ],
    statusListAge: 12,
    failingWebhooks: { value: 0, more: false },
  });
  expect(figures.map(({ title, value }) => `${title}: ${value}`)).toEqual([
    'Services: 2 of 2',
    'Error rate: 0%',
    'Outbox lag: 0 s',
    'Webhooks that fail: 0',
    'Status list: 12 s',
  ]);
  expect(figures.every(({ tone }) => tone === 'good')).toBe(true);
});

test('console: a dead service, failures, a late outbox and an old status list stand out', () => {
  const figures = healthFigures({
    services: [
      { title: 'Sign-in', health: undefined },
      { title: 'Notifications', health: health(50, 600) },
    ],
    statusListAge: 500,
    failingWebhooks: { value: 100, more: true },
  });
  expect(figures.map(({ tone }) => tone)).toEqual(['bad', 'bad', 'bad', 'busy', 'bad']);
  expect(figures[0]?.note).toBe('Sign-in does not respond');
  expect(figures[3]?.value).toBe('100+');
});

test('console: the age of a status list is that of its iat, and unknown for other text', () => {
  const payload = btoa(JSON.stringify({ iat: 1_000 })).replaceAll('=', '');
  expect(ageOf(`e30.${payload}.c2ln`, 1_030)).toBe(30);
  expect(ageOf('no token', 1_030)).toBeUndefined();
});
