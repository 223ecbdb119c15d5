import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/settings.ts';
import { root, operatingPage } from '../fixtures/compose.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

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
/** Finds metric names in a PromQL expression, without the suffixes of histograms. */
const metricsIn = (expression: string): string[] =>
  [
    ...expression
      .replaceAll(/"[^"]*"|\{[^}]*\}|\b(by|on|without|ignoring) *\([^)]*\)/g, '')
      .matchAll(/\b[a-z]\w*_\w*\b(?! *\()/g),
  ].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));
/** Finds metric names in the table of the guide. */
const metricsOfGuide = [...operatingPage.matchAll(/^\| (`[a-z_]+(?:\{[^`]*)?`(?:, `[a-z_]+(?:\{[^`]*)?`)*) \|/gm)]
  .flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z_]+)/g)].map(([, name = '']) => name))
  .filter((name) => name.includes('_'));

const dashboard: {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
} = JSON.parse(readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8'));
const dashboardExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Business metrics: what users do. */
const businessMetrics = [
  'sign_ups_total',
  'sign_ins_total',
  'sign_in_refusals_total',
  'refresh_reuse_total',
  'posts_total',
  'payments_total',
  'notifications_total',
  'webhook_deliveries_total',
  'app_webhook_deliveries_total',
  'build_info',
];

let platform: RunningPlatform;
/** Metrics of all services in the Prometheus format. */
let shown: string;
beforeAll(async () => {
  // Metrics of optional parts: they must exist although the replica and the app's server are unreachable.
  const env = {
    DATABASE_REPLICA_URL: 'postgres://user@127.0.0.1:1/unreachable',
    SETTLED_HOOK_URL: 'https://app.example/settled',
  };
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
  await deletePlatformData(platform);
});

test('metrics: every metric of the operating guide, the alerts and the dashboard exists', () => {
  const there = new Set([...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const named = new Set([
    ...metricsOfGuide,
    ...rules.flatMap(({ expr }) => metricsIn(expr)),
    ...dashboardExpressions.flatMap(metricsIn),
  ]);
  for (const name of named) expect(there, name).toContain(name);
  for (const name of businessMetrics) expect(named, name).toContain(name);
});

test('metrics: business metrics have a series for each outcome before anything happens', () => {
  for (const series of [
    /^posts_total\{service="forum"\} 0$/m,
    /^payments_total\{outcome="contradicted",service="backend"\} 0$/m,
    /^notifications_total\{outcome="delivered",service="notifications"\} 0$/m,
    /^webhook_deliveries_total\{outcome="failed",service="notifications"\} 0$/m,
    /^build_info\{version="\d+\.\d+\.\d+[^"]*",node="v\d+[^"]*"\} 1$/m,
  ])
    expect(shown).toMatch(series);
});

test('metrics: probes and scrapes are not measured, so that they hide no failures', async () => {
  const count = async () => {
    const text = await (await fetch(`${urlOf(platform, 'backend')}/metrics`)).text();
    return [...text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  };
  const before = await count();
  for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(`${urlOf(platform, 'backend')}${path}`);
  expect(await count()).toBe(before);
  await fetch(`${urlOf(platform, 'backend')}/api/products`);
  expect(await count()).toBe(before + 1);
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
