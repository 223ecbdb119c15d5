import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Area, areas } from '../../src/typed-contract/areas.ts';
import { type ContractOperation, type Example, readContract, createExampleCheck } from './contract.ts';

const contracts = new Map(areas.map((area) => [area, readContract(area)]));
const contract = (area: Area) => contracts.get(area) ?? readContract(area);

/** Values that all contracts use in their examples. */
const shared = {
  issuer: 'http://localhost:4001',
  forum: 'http://localhost:4002',
  backend: 'http://localhost:4003',
  notifications: 'http://localhost:4004',
  provider: '00000006010000000000000000000001',
  /** An application that registered itself. */
  registered: '7d0f3b9c25e84a61b8c7d6e5f4031221',
  owner: '5f3c9a1e7b2d4860a1c2e3f405162738',
  agent: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
};

const requestsOf = ({ parameters, requests }: ContractOperation): readonly Example[] => [
  ...parameters.filter(({ value }) => value !== undefined),
  ...requests,
];
const responsesOf = ({ responses }: ContractOperation): readonly Example[] =>
  [...responses.values()].flatMap(({ examples }) => examples);

/** Returns all strings in a value with the names of their members. */
function texts(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((item) => texts(item, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => texts(item, key));
}

describe.each(areas)('%s', (area) => {
  const { document, operations, webhooks } = contract(area);
  const check = createExampleCheck(document);

  test.each([...operations, ...webhooks].map((operation) => [operation.operationId, operation] as const))(
    'examples: requests, responses and headers of %s match its schemas',
    (_operationId, operation) => {
      const examples = [
        ...requestsOf(operation),
        ...responsesOf(operation),
        ...[...operation.responses.values()].flatMap(({ headers }) => headers),
      ];
      for (const { at, value, schema } of examples) expect(check(schema, value), at).toEqual([]);
    },
  );

  test('examples: every response with a body has an example', () => {
    const withoutExample = operations.flatMap(({ operationId, responses }) =>
      [...responses]
        .filter(([status, { examples }]) => examples.length === 0 && ![204, 303, 304].includes(status))
        .map(([status]) => `${operationId} ${status}`),
    );
    // RFC 7009 §2.2: the success of a revocation is its status alone; so is that of a notification over MCP.
    const statusAlone = ['revokeToken 200', 'sendMcpMessage 202'];
    expect(withoutExample.filter((response) => !statusAlone.includes(response))).toEqual([]);
  });

  test('examples: ids and tokens in requests occur in example responses', () => {
    const given = new Set(operations.flatMap(responsesOf).flatMap(({ value }) => texts(value).map(([, text]) => text)));
    const referred = operations.flatMap((operation) =>
      requestsOf(operation).flatMap(({ at, value }) =>
        texts(value, at.split(' ').at(-1))
          .filter(
            ([name, text]) =>
              /(?:Id|Address|_code|_token|^code|^invoice|^fingerprint|^forum)$/.test(name) && text !== '',
          )
          .map(([name, text]) => ({ at, name, text })),
      ),
    );
    expect(referred.length).toBeGreaterThan(0);
    const withoutSource = referred.filter(
      ({ name, text }) => !given.has(text) && ![...given].some((known) => known.includes(text)) && !outside.has(name),
    );
    expect(withoutSource).toEqual([]);
  });
});

/** Members whose values come from the catalog or the application, not from a response. */
const outside = new Set(['productId', 'client_id', 'subject_token']);

const exampleTexts = (area: Area) =>
  [...contract(area).operations, ...contract(area).webhooks].flatMap((operation) =>
    [...requestsOf(operation), ...responsesOf(operation)].flatMap(({ at, value }) =>
      texts(value, at.split(' ').at(-1)),
    ),
  );
const valuesOf = (area: Area, ...names: readonly string[]) =>
  new Set(
    exampleTexts(area)
      .filter(([name]) => names.includes(name))
      .map(([, text]) => text),
  );

describe('consistency across contracts', () => {
  test('examples: all contracts show the same user', () => {
    expect(valuesOf('sso', 'sub')).toContain(shared.owner);
    expect(valuesOf('forum', 'owner')).toContain(shared.owner);
    expect([...valuesOf('backend', 'platformId')]).toEqual([shared.owner]);
    expect(valuesOf('notifications', 'sessionAddress')).toContain(shared.owner);
  });

  test('examples: the provider and the forum show the same agent, with the key of RFC 8037 A.3', () => {
    expect([...valuesOf('sso', 'dpop_jkt', 'dpopJkt')]).toEqual([shared.agent]);
    expect(valuesOf('forum', 'fingerprint')).toContain(shared.agent);
    expect([...valuesOf('forum', 'jkt')]).toEqual([shared.agent]);
  });

  test('examples: tokens are issued to the client that requests them', () => {
    expect([...valuesOf('sso', 'client_id')].toSorted()).toEqual([shared.provider, shared.registered]);
    // A token of reach `platform` names the issuer too.
    expect([...valuesOf('sso', 'aud')].flat()).toEqual([shared.provider, shared.issuer]);
    const tokens = [...valuesOf('sso', 'access_token', 'id_token')].map(claimsOf);
    expect(tokens.length).toBeGreaterThan(0);
    for (const claims of tokens) {
      expect(claims).toMatchObject({ iss: shared.issuer, sub: shared.owner });
      expect([claims['aud']].flat()).toContain(shared.provider);
      if (claims['cnf'] !== undefined) expect(claims['cnf']).toEqual({ jkt: shared.agent });
    }
  });

  test('examples: service and provider addresses are the defaults', () => {
    for (const area of ['forum', 'backend'] as const) {
      expect([...valuesOf(area, 'authorization_servers')]).toEqual([shared.issuer]);
      expect([...valuesOf(area, 'resource')]).toEqual([shared[area]]);
    }
    for (const area of areas) {
      const addresses = exampleTexts(area).flatMap(([, text]) => text.match(/http:\/\/localhost:\d+/g) ?? []);
      // Sign-in requests name the forum as resource (RFC 8707), and invitations are links of the portal.
      const own = area === 'sso' ? [shared.forum, 'http://localhost:4000'] : [shared[area]];
      expect(
        [...new Set(addresses)].filter((address) => !own.includes(address) && address !== shared.issuer),
        area,
      ).toEqual([]);
    }
  });

  test('examples: code_challenge is the S256 challenge of code_verifier', () => {
    const [verifier = ''] = valuesOf('sso', 'code_verifier');
    expect([...valuesOf('sso', 'code_challenge')]).toEqual([createHash('sha256').update(verifier).digest('base64url')]);
  });

  test('examples: the signature of the status webhook verifies with the public key of the portal', () => {
    const signed = contract('notifications').webhooks.map(({ parameters, requests }) => {
      const header = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.value);
      const body = JSON.stringify(requests[0]?.value);
      return holds(
        valuesOf('notifications', 'publicKey'),
        header('X-Platform-Signature'),
        `${header('X-Platform-Timestamp')}.${body}`,
      );
    });
    expect(signed).toEqual([true]);
  });

  test('examples: no updatedAt, decidedAt or lastUsedAt precedes createdAt', () => {
    for (const area of areas) {
      for (const { at, value } of contract(area).operations.flatMap(responsesOf)) {
        for (const record of records(value)) {
          const [from, to] = [
            record['createdAt'] ?? record['requestedAt'],
            record['updatedAt'] ?? record['decidedAt'] ?? record['lastUsedAt'],
          ];
          if (typeof from === 'string' && typeof to === 'string')
            expect(from <= to, `${at}: ${from}, ${to}`).toBe(true);
        }
      }
    }
  });
});

function claimsOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
}

/** Returns whether one of these keys (Ed25519, hex) verifies the signature. */
function holds(keys: ReadonlySet<string>, signature: string, input: string): boolean {
  return [...keys]
    .filter((key) => /^[0-9a-f]{64}$/.test(key))
    .some((key) => {
      const x = Buffer.from(key, 'hex').toString('base64url');
      const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, Buffer.from(input), publicKey, Buffer.from(signature, 'hex'));
    });
}

function records(value: unknown): readonly Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(records);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}
