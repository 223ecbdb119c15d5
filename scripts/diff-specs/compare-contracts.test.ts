import { describe, expect, test } from 'vitest';
import backend from '../../generated/backend/spec.json' with { type: 'json' };
import { announcesBreak, compareContracts, type VersionedContract } from './compare-contracts.ts';

type Json = { [name: string]: Json };

/** The contract of the mini-app backend, with one thing changed. */
function changed(change: (contract: { paths: Json; components: { schemas: Json } }) => void) {
  const copy = structuredClone(backend);
  change(copy as never);
  return copy;
}

const invoices = '/api/invoices';

describe('what breaks those who call a service', () => {
  test.each([
    ['an operation is taken away', changed(({ paths }) => void delete paths[invoices]), invoices],
    [
      'a parameter becomes required',
      changed(({ paths }) => {
        const parameter = { name: 'week', in: 'query', required: true, schema: { type: 'integer' } };
        Object.assign(paths['/api/transactions']?.['get'] ?? {}, { parameters: [parameter] });
      }),
      'GET /api/transactions',
    ],
    [
      'a member of a request becomes required',
      changed(({ components }) => {
        const request = components.schemas['NewInvoice'] ?? {};
        Object.assign(request, { required: ['productId', 'colour'] });
        Object.assign(request['properties'] ?? {}, { colour: { type: 'string' } });
      }),
      `POST ${invoices}`,
    ],
  ])('%s', (_what, after, place) => {
    const changes = compareContracts(backend, after);
    expect(changes[0]).toMatchObject({ breaking: true });
    expect(changes.filter(({ breaking }) => breaking).map(({ where }) => where)).toContainEqual(
      expect.stringContaining(place),
    );
  });

  test('an operation more, and other words, do not', () => {
    const more = changed(({ paths }) => {
      paths['/api/more'] = structuredClone(paths['/api/me'] ?? {});
    });
    const reworded = { ...backend, info: { ...backend.info, description: 'Other words.' } };
    expect(compareContracts(backend, more).filter(({ breaking }) => breaking)).toEqual([]);
    expect(compareContracts(backend, reworded)).toEqual([]);
  });
});

test.each([
  ['1.4.2', '2.0.0', true],
  ['1.4.2', '1.5.0', false],
  ['1.4.2', '1.4.2', false],
  ['0.3.1', '0.4.0', true],
  ['0.3.1', '0.3.2', false],
  ['0.9.0', '1.0.0', true],
])('SemVer §4, §8: from %s to %s announces a breaking change: %s', (was, is, announced) => {
  const contract = (version: string): VersionedContract => ({ info: { version } });
  expect(announcesBreak(contract(was), contract(is))).toBe(announced);
});
