import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackendClient } from '../../generated/backend/client.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import type { ClientOptions } from '../../src/typed-contract/client.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';
import { type ContractOperation, type Parameter, readContract } from './contract.ts';
import { type Mock, startMock } from './prism.ts';

const clients: Readonly<Record<Area, (options: ClientOptions) => object>> = {
  sso: createSsoClient,
  forum: createForumClient,
  backend: createBackendClient,
  notifications: createNotificationsClient,
};

/** Credentials for Prism, which only checks that they are present. */
const credentials = {
  authorization: 'Bearer from-the-tests',
  dpop: 'from-the-tests',
  cookie: 'owner_session=from-the-tests',
  'x-platform-notifications-key': 'ank_1X0QTJNJZJSAW5NFS92B4ETQHN',
};

/** Builds the input of an operation from its examples: the first request, and all required parameters. */
function exampleCall({ parameters, requests }: ContractOperation) {
  const sent = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map(({ name, value }) => [name, value]),
    );
  return { path: sent('path'), query: sent('query'), headers: sent('header'), body: requests[0]?.value };
}

type Call = (input: object) => Promise<{ readonly status: number; readonly body: unknown }>;

describe.each(areas)('%s', (area) => {
  const { operations } = readContract(area);
  let mock: Mock;
  let client: Readonly<Record<string, Call>>;

  beforeAll(async () => {
    mock = await startMock(area);
    // The cast lets the table call every operation; type tests check their inputs.
    client = clients[area]({ baseUrl: mock.url, headers: credentials }) as Readonly<Record<string, Call>>;
  });
  afterAll(() => mock.stop());

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'mock: %s returns its first example to the generated client',
    async (operationId, operation) => {
      const missing = operation.parameters.filter(({ required, value }: Parameter) => required && value === undefined);
      expect(missing.map(({ name }) => name)).toEqual([]);

      const response = await client[operationId]?.(exampleCall(operation));
      const [status, { examples }] = [...operation.responses].find(([code]) => code < 400) ?? [0, { examples: [] }];
      expect(response?.status).toBe(status);
      if (response?.body instanceof ReadableStream) {
        expect(await new Response(response.body).text()).toContain(String(examples[0]?.value).trim().slice(0, 40));
      } else if (examples.length > 0) {
        expect(examples.map(({ value }) => value)).toContainEqual(response?.body);
      } else {
        expect(response?.body).toBeUndefined();
      }
    },
  );
});
