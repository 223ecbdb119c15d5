import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { startNotifications } from '../fixtures/notifications.ts';
import { startProcess } from '../fixtures/platform-process.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type Receiver, startReceiver } from '../fixtures/client/receiver.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerId = '00f067aa0ba902b7';
const caller = (flags: '00' | '01', id = traceId) => ({ traceparent: `00-${id}-${callerId}-${flags}` });

/** A span in OTLP/JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
interface Span {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

/** Returns all spans that the collector received, with the names of their services. */
const spansOf = ({ received }: Receiver): Span[] =>
  received.flatMap(({ body }) => {
    const { resourceSpans }: Export = JSON.parse(body.toString());
    return resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
    });
  });
const [serverKind, clientKind] = [2, 3];

// The exporter sends spans every five seconds, for which concurrent tests wait once.
describe.concurrent('with a collector', () => {
  let collector: Receiver;
  let platform: RunningPlatform;
  let agent: Agent;
  beforeAll(async () => {
    collector = await startReceiver(() => ({
      status: 200,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    }));
    platform = await startPlatform({
      services: ['sso', 'forum'],
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
        LOG_LEVEL: 'info',
      },
    });
    const agentAuth = `${urlOf(platform, 'forum')}/api/agent-auth`;
    agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    // The first token makes the forum fetch the provider's key set and status list.
    const headers = { ...(await agent.headers('GET', agentAuth)), ...caller('01') };
    expect((await fetch(agentAuth, { headers })).status).toBe(200);
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    await collector.close();
  });

  const spansIn = (id: string) => spansOf(collector).filter((span) => span.traceId === id);

  test('tracing: a request, its outgoing request, and the receiving service are one trace of nested spans', async () => {
    const ssoSpans = () => spansIn(traceId).filter(({ service, kind }) => service === 'sso' && kind === serverKind);
    const fetches = () => spansIn(traceId).filter(({ service, kind }) => service === 'forum' && kind === clientKind);
    await expect
      .poll(() => [
        ssoSpans()
          .map(({ name }) => name)
          .toSorted(),
        fetches().length,
      ])
      .toEqual([['GET /oauth/jwks', 'GET /oauth/status-lists/:listId'], 2]);

    const forumSpan = spansIn(traceId).find(({ service, kind }) => service === 'forum' && kind === serverKind);
    const ssoSpan = ssoSpans().find(({ name }) => name === 'GET /oauth/jwks');
    const fetchSpan = fetches().find(({ spanId }) => spanId === ssoSpan?.parentSpanId);
    expect(forumSpan).toMatchObject({ name: 'GET /api/agent-auth', parentSpanId: callerId });
    expect(fetchSpan).toMatchObject({ name: 'GET', parentSpanId: forumSpan?.spanId });
    expect(ssoSpan).toMatchObject({ name: 'GET /oauth/jwks', parentSpanId: fetchSpan?.spanId });
    expect(forumSpan?.attributes).toEqual(
      expect.arrayContaining([
        { key: 'http.request.method', value: { stringValue: 'GET' } },
        { key: 'http.response.status_code', value: { intValue: 200 } },
        { key: 'http.route', value: { stringValue: '/api/agent-auth' } },
      ]),
    );
    expect(BigInt(forumSpan?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(forumSpan?.startTimeUnixNano ?? 0));

    const lines = platform
      .log()
      .split('\n')
      .filter((line) => line.includes(traceId))
      .map((line): unknown => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ service: 'forum', trace_id: traceId, span_id: forumSpan?.spanId }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ service: 'sso', trace_id: traceId, span_id: ssoSpan?.spanId }),
    );
  });

  test('tracing: an unsampled caller causes no spans; a caller without a traceparent starts a new trace', async () => {
    const unsampled = 'a'.repeat(32);
    expect((await fetch(`${urlOf(platform, 'forum')}/api/posts`, { headers: caller('00', unsampled) })).status).toBe(
      200,
    );
    const forums = `${urlOf(platform, 'forum')}/api/forums`;
    expect((await fetch(forums, { headers: { traceparent: 'nonsense' } })).status).toBe(200);
    const ofForums = () => spansOf(collector).filter(({ name }) => name === 'GET /api/forums');
    await expect.poll(() => ofForums().length).toBe(1);
    expect(ofForums()[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(ofForums()[0]?.parentSpanId).toBeUndefined();
    expect(spansIn(unsampled)).toEqual([]);
    expect(platform.log()).toContain(`"trace_id":"${unsampled}"`);
  });

  test('tracing: a request with a body keeps its trace, and spans contain no URL, token or proof', async () => {
    const id = 'b'.repeat(32);
    const url = `${urlOf(platform, 'forum')}/api/forums`;
    const headers = { ...(await agent.headers('POST', url)), ...caller('01', id), 'content-type': 'application/json' };
    const body = JSON.stringify({ name: 'traced', description: 'By its parent' });
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
    await expect.poll(() => spansIn(id).length).toBe(1);
    expect(spansIn(id)[0]).toMatchObject({ name: 'POST /api/forums', parentSpanId: callerId });
    const text = collector.received.map((request) => request.body.toString()).join('\n');
    for (const secret of [agent.accessToken, agent.refreshToken, headers.dpop, agent.code]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('url.full');
    expect(text).not.toContain('url.path');
  });
});

test.concurrent('tracing: a webhook belongs to the trace of the request that caused its event', async () => {
  const collector = await startReceiver(() => ({ status: 200, body: '{}' }));
  const receiver = await startReceiver();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin };
  const notifications = await startNotifications({ env });
  const app = await notifications.app(receiver.url);
  const { sub } = await notifications.recipient(app.appId);
  const headers = { 'x-platform-notifications-key': app.key, ...caller('01') };
  const sender = createNotificationsClient({ baseUrl: notifications.url, headers });

  // The delivery worker causes the event of a real send; the request causes the event of a test send.
  unwrap(await sender.sendNotification({ body: { sessionAddress: sub, body: 'Traced.' } }));
  await receiver.until(1);
  unwrap(await sender.sendNotification({ body: { sessionAddress: sub, body: 'Traced.', test: 'delivered' } }));
  const webhooks = await receiver.until(2);
  const inTrace = () => spansOf(collector).filter((span) => span.traceId === traceId);
  await expect.poll(() => inTrace().length).toBe(4);
  const sends = inTrace().filter(({ kind }) => kind === serverKind);
  const deliveries = inTrace().filter(({ kind }) => kind === clientKind);
  for (const send of sends) expect(send.parentSpanId).toBe(callerId);
  expect(new Set(deliveries.map(({ parentSpanId }) => parentSpanId))).toEqual(
    new Set(sends.map(({ spanId }) => spanId)),
  );
  expect(new Set(webhooks.map((webhook) => String(webhook.headers['traceparent'])))).toEqual(
    new Set(deliveries.map(({ spanId }) => `00-${traceId}-${spanId}-01`)),
  );
  for (const { attributes } of deliveries)
    expect(attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 204 } });
  await notifications.stop();
  await receiver.close();
  await collector.close();
});

test('tracing: with an unreachable collector requests succeed and the process ends normally', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const platform = await startProcess({ services: ['forum'], env });
  for (let turn = 0; turn < 20; turn++) {
    expect((await fetch(`${urlOf(platform, 'forum')}/api/posts`)).status).toBe(200);
  }
  expect(await platform.stop()).toBe(0);
  await deletePlatformData(platform);
});
