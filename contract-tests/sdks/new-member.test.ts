import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { areas } from '../../src/typed-contract/areas.ts';
import { readContract } from '../mock/contract.ts';
import { generatedPath, isGenerated } from './generated-sdks.ts';
import { buildGoProgram } from './go-module.ts';

vi.setConfig({ testTimeout: 300_000 });

interface ParsedResponse {
  readonly name: string;
  readonly area: string;
  /** Name of the schema, which is the name of the model too. */
  readonly model: string;
  readonly value: unknown;
}

/**
 * Free-form by definition: an OpenAPI document has the members of the OpenAPI specification, and an object that has no
 * members in the contract has no model.
 */
const freeForm = new Set(['getOpenApi', 'revokeToken']);

const modelOf = (schema: unknown): string | undefined =>
  /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(schema))?.[1];

/** Every example of a response body in the contracts, with a member that its schema does not have. */
const examples: readonly ParsedResponse[] = areas.flatMap((area) =>
  readContract(area).operations.flatMap(({ operationId, responses }) =>
    [...responses].flatMap(([status, response]) =>
      response.examples.flatMap(({ value, schema }, index) => {
        const model = modelOf(schema);
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        if (model === undefined || !isObject || freeForm.has(operationId)) return [];
        const name = `${area} ${operationId} ${status} ${index}`;
        return [{ name, area, model, value: { ...value, newMember: ['x'] } }];
      }),
    ),
  ),
);

/** A response without its required members, which shows that the models check anything. */
const incomplete: ParsedResponse = { name: 'incomplete', area: 'forum', model: 'CreatedPost', value: { ok: true } };

/** @returns the names of the responses that the program rejects */
function rejectedBy(program: string, ...options: readonly string[]): unknown {
  const cases = generatedPath('new-members.json');
  writeFileSync(cases, JSON.stringify([...examples, incomplete]));
  const { stdout, stderr } = spawnSync(program, [...options, cases], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test('generated SDKs: each area has responses to add a member to', () => {
  expect(areas.filter((area) => !examples.some((example) => example.area === area))).toEqual([]);
});

test.runIf(isGenerated('python'))(
  'openapi-generator, Python: the pydantic models accept a new member in every response',
  () => {
    const python = generatedPath('python', 'environment', 'bin', 'python');
    expect(rejectedBy(python, join(import.meta.dirname, 'new_member.py'))).toEqual(['incomplete']);
  },
);

test.runIf(isGenerated('go'))('openapi-generator, Go: the models accept a new member in every response', () => {
  const names = new Set([...examples, incomplete].map(({ area, model }) => `${area}.${model}`));
  const models = [...names].map((name) => `${JSON.stringify(name)}: func() any { return new(${name}) },`);
  const source = readFileSync(join(import.meta.dirname, 'new_member.go'), 'utf8');
  const program = buildGoProgram('go-new-member', source.replace('/* models */', models.join('\n\t')), areas);
  expect(rejectedBy(program)).toEqual(['incomplete']);
});
