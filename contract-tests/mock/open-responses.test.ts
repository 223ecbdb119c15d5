import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOperations } from '../../src/runtime/contract/contract.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import { readContract, createExampleCheck } from './contract.ts';

/** Free-form by definition: an OpenAPI document has the members of the OpenAPI specification. */
const freeForm = new Set(['getOpenApi']);

describe.each(areas)('%s', (area) => {
  const { document, operations } = readContract(area);
  const contract = JSON.parse(readFileSync(resolve(import.meta.dirname, `../../generated/${area}/spec.json`), 'utf8'));
  const checks = new Map(readOperations(contract).map((operation) => [operation.operationId, operation.checkResponse]));
  const check = createExampleCheck(document);

  test(`${area}: a new member of a response breaks no reader, and CHECK_RESPONSES finds it`, () => {
    const found = operations.flatMap(({ operationId, responses }) =>
      [...responses].flatMap(([status, { examples }]) =>
        examples.flatMap(({ value, schema }) => {
          const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
          if (!isObject || freeForm.has(operationId)) return [];
          const more = { ...value, newMember: 1 };
          expect(check(schema, more), `${operationId} ${status}`).toEqual([]);
          const violations = checks.get(operationId)?.(status, more, {}) ?? [];
          return [[`${operationId} ${status}`, violations.some(({ field }) => field === 'newMember')] as const];
        }),
      ),
    );
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter(([, seen]) => !seen)).toEqual([]);
  });
});
