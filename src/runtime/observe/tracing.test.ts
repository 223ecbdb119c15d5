import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTracing, type SpanExporter } from './tracing.ts';

const exporter: SpanExporter = { export: () => undefined, stop: async () => undefined };
const parts = { randomBytes: (length: number) => randomBytes(length), now: () => new Date() };
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test("tracing: a request is a child span in its caller's trace", () => {
  const { context, parentId } = createTracing(parts).serverSpan({ traceparent, tracestate: 'a=b' });
  expect(context).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', sampled: true, state: 'a=b' });
  expect(parentId).toBe('00f067aa0ba902b7');
  expect(context.spanId).toMatch(/^[0-9a-f]{16}$/);
  expect(context.spanId).not.toBe(parentId);
});

test('tracing: a request without a traceparent starts a new trace', () => {
  const tracing = createTracing(parts);
  const steps = Array.from({ length: 1000 }, () => tracing.serverSpan({}));
  expect(new Set(steps.map(({ context }) => context.traceId)).size).toBe(1000);
  expect(new Set(steps.map(({ context }) => context.spanId)).size).toBe(1000);
  for (const { context, parentId } of steps) {
    expect(context.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(context.sampled).toBe(false);
    expect(parentId).toBeUndefined();
  }
});

test('tracing: outgoing requests belong to the current span, also after an await', async () => {
  const tracing = createTracing(parts);
  const step = tracing.serverSpan({ traceparent });
  const sent = await tracing.withSpan(step, async () => {
    await new Promise((turn) => setImmediate(turn));
    return tracing.clientSpan();
  });
  expect(sent.parentId).toBe(step.context.spanId);
  expect(sent.context.traceId).toBe(step.context.traceId);
  expect(tracing.clientSpan().parentId).toBeUndefined();
});

test.each([
  [0, 0],
  [1, 500],
])('tracing: with the ratio %d, %d of 500 new traces are sampled', (ratio, expected) => {
  const tracing = createTracing({ ...parts, exporter, ratio });
  const kept = Array.from({ length: 500 }, () => tracing.serverSpan({})).filter(({ context }) => context.sampled);
  expect(kept).toHaveLength(expected);
});

test('tracing: deferred work continues its stored trace; work without one starts a new trace', () => {
  const tracing = createTracing(parts);
  const step = tracing.serverSpan({ traceparent });
  const kept = tracing.withSpan(step, tracing.currentTraceparent);
  const sent = tracing.continueTrace(kept, tracing.clientSpan);
  expect([sent.parentId, sent.context.traceId]).toEqual([step.context.spanId, step.context.traceId]);
  expect(sent.context.sampled).toBe(true);
  expect(tracing.currentTraceparent()).toBeNull();
  // Also when another request happens to be worked on, as when it wakes a worker.
  const alone = tracing.withSpan(step, () => tracing.continueTrace(null, tracing.clientSpan));
  expect(alone.parentId).toBeUndefined();
});
