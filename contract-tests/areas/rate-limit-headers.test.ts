import { expect, test } from 'vitest';
import backend from '../../generated/backend/spec.json' with { type: 'json' };
import forum from '../../generated/forum/spec.json' with { type: 'json' };
import notifications from '../../generated/notifications/spec.json' with { type: 'json' };
import sso from '../../generated/sso/spec.json' with { type: 'json' };
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Follows a reference of a contract. */
function resolved(contract: unknown, value: unknown): JsonObject {
  const { $ref: reference } = objectOf(value);
  if (typeof reference !== 'string') return objectOf(value);
  return objectOf(
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, step) => objectOf(node)[step], contract),
  );
}

const operations = Object.entries({ sso, forum, backend, notifications }).flatMap(([area, contract]) =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { operationId, responses, requestBody } = objectOf(operation);
      if (typeof operationId !== 'string') return [];
      const hasBody = requestBody !== undefined;
      return [[area, operationId, { path, method, hasBody, contract, responses: objectOf(responses) }] as const];
    }),
  ),
);

const platform = useStarted(
  () => startPlatform({ env: { RATE_LIMITS: 'on', RATE_LIMIT_ADDRESS: '10000' } }),
  deletePlatformData,
);

test.each(operations)(
  '%s %s: every response declares RateLimit and RateLimit-Policy, and a response has them',
  async (area, _id, { contract, responses, hasBody, method, path }) => {
    const declared = Object.keys(responses).filter((status) => {
      const { headers } = resolved(contract, responses[status]);
      return isJsonObject(headers) && 'RateLimit' in headers && 'RateLimit-Policy' in headers;
    });
    expect(declared).toEqual(Object.keys(responses));

    const url = urlOf(platform, area) + path.replace(/\{[^}]*\}/g, '0');
    const response = await fetch(url, {
      method: method.toUpperCase(),
      redirect: 'manual',
      ...(hasBody && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    });
    await response.body?.cancel();
    expect([response.status, declared.includes(`${response.status}`)]).toEqual([response.status, true]);
    expect(response.headers.get('ratelimit')).toMatch(/^"[a-z]+";r=\d+;t=\d+/);
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"[a-z]+";q=\d+;w=\d+/);
  },
);
