import { expect, test } from 'vitest';
import { createProcessMetrics } from '../runtime/observe/metrics.ts';
import { createAppDeliveryCounter } from './background-work.ts';

test('notifications: webhook deliveries are counted per app, and those of further apps together', async () => {
  const metrics = createProcessMetrics(() => ({ total: 0, idle: 0, waiting: 0 })).service('notifications');
  const count = createAppDeliveryCounter(metrics, 2);
  for (const app of ['first', 'second', 'third', 'fourth', 'first']) count('delivered', app);
  count('failed', 'first');
  const { text } = await metrics.read();
  const series = text.split('\n').filter((line) => line.startsWith('app_webhook_deliveries_total{'));
  expect(series.toSorted()).toEqual([
    'app_webhook_deliveries_total{app="first",outcome="delivered",service="notifications"} 2',
    'app_webhook_deliveries_total{app="first",outcome="failed",service="notifications"} 1',
    'app_webhook_deliveries_total{app="other",outcome="delivered",service="notifications"} 2',
    'app_webhook_deliveries_total{app="second",outcome="delivered",service="notifications"} 1',
  ]);
});
