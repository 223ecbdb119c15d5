import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/service-name.ts';
import { root } from '../fixtures/compose.ts';
import { urlOf } from '../fixtures/identity.ts';
import { operatingPage } from '../fixtures/operating-page.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const { groups }: { readonly groups: readonly { readonly rules: readonly Rule[] }[] } = parse(
  readFileSync(join(root, 'deploy/alerts.yaml'), 'utf8'),
);
const rules = groups.flatMap((group) => group.rules);
/** Finds metric names in a text, without the suffixes of histograms. */
const metricsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(?:http|database|webhook|push|expired|nodejs|process)_[a-z0-9_]+_[a-z0-9_]+\b|\bdatabase_connections\b/g,
    ),
  ].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

let platform: RunningPlatform;
/** Metrics of all services in the Prometheus format. */
let shown: string;
beforeAll(async () => {
  // The metrics of the replica must exist although it is unreachable.
  const env = { DATABASE_REPLICA_URL: 'postgres://user@127.0.0.1:1/unreachable' };
  platform = await startPlatform({ services: serviceNames, env });
  for (const service of serviceNames) await fetch(`${urlOf(platform, service)}/docs`);
  await fetch(`${urlOf(platform, 'forum')}/api/posts`);
  const texts = serviceNames.map(async (service) => {
    const response = await fetch(`${urlOf(platform, service)}/metrics`);
    expect(response.status).toBe(200);
    return response.text();
  });
  shown = (await Promise.all(texts)).join('\n');
});
afterAll(async () => {
  await platform.stop();
  await forget(platform);
});

test('metrics: every metric of the operating guide and the alerts exists', () => {
  const there = new Set([...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = new Set([...metricsIn(operatingPage), ...rules.flatMap(({ expr }) => metricsIn(expr))]);
  expect(named.size).toBeGreaterThanOrEqual(5);
  for (const name of named) expect(there, name).toContain(name);
});

test('metrics: every service shows the duration of its requests', () => {
  for (const service of serviceNames)
    expect(shown).toMatch(new RegExp(`^http_request_duration_seconds_count\\{service="${service}",`, 'm'));
});

test('metrics: every label of an alert exists on its metric with a possible value', () => {
  expect(shown).toMatch(
    /http_request_duration_seconds_bucket\{le="1",service="forum",operation="listPosts",status="2xx"\}/,
  );
  expect(shown).toMatch(/http_request_duration_seconds_count\{service="forum",operation="none",status="[2-5]xx"\}/);
  expect(shown).toMatch(/database_connections\{state="waiting"\}/);
  expect(shown).toContain('database_replica_lag_seconds{service="forum"} +Inf');
  expect(shown).toMatch(/^(webhook|push)_overdue_seconds\{service="notifications"\} 0$/m);
  const specs = readFileSync(join(root, 'specs/notifications.yaml'), 'utf8');
  expect(specs).toContain('operationId: streamPushes');
  const labels = new Set(
    rules.flatMap(({ expr }) => [...expr.matchAll(/(\w+)(?==~?"|!~?")/g)].map(([, name]) => name)),
  );
  expect(labels).toEqual(new Set(['job', 'operation', 'outcome', 'state', 'status']));
});

test('metrics: every alert has a duration, and the operating guide says what to do', () => {
  expect(rules.length).toBeGreaterThanOrEqual(6);
  for (const { alert, for: wait, annotations } of rules) {
    expect(wait).toMatch(/^\d+[mh]$/);
    expect(annotations.summary).not.toBe('');
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`);
    expect(operatingPage).toContain(`\n### ${alert}\n`);
  }
});
