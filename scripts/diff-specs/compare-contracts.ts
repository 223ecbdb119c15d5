import { asObject } from '../../src/api-reference/json-value.ts';
import { type DocumentedOperation, readContract } from '../../src/api-reference/read-contract.ts';
import type { Change } from './change.ts';
import { compareOperations, compareWebhooks, type Contracts, pairByKey } from './compare-operations.ts';

/** A bundled contract, as `generated/<area>/spec.json` has it. */
export interface VersionedContract {
  readonly info: { readonly version: string };
}

export interface ContractChange extends Change {
  /** Operations with the same change, such as `POST /api/posts`. */
  readonly where: readonly string[];
}

/** Returns the changes between two versions of a contract that callers can observe, breaking ones first. Ignores prose. */
export function compareContracts(before: VersionedContract, after: VersionedContract): readonly ContractChange[] {
  const contracts = { before: readContract(asObject(before)), after: readContract(asObject(after)) };
  const { before: was, after: is } = contracts;
  const found = [
    ...changesOf(was.operations, is.operations, contracts, compareOperations),
    ...changesOf(was.webhooks, is.webhooks, contracts, compareWebhooks),
  ];
  return [...Map.groupBy(found, ({ breaking, what }) => `${breaking} ${what}`).values()]
    .flatMap((same) => {
      const [first] = same;
      return first ? [{ ...first, where: [...new Set(same.flatMap(({ where }) => where))] }] : [];
    })
    .sort((a, b) => Number(b.breaking) - Number(a.breaking));
}

function changesOf(
  was: readonly DocumentedOperation[],
  is: readonly DocumentedOperation[],
  contracts: Contracts,
  compare: (was: DocumentedOperation, is: DocumentedOperation, contracts: Contracts) => readonly Change[],
): readonly ContractChange[] {
  // Without names, so that a renamed path parameter is not another operation.
  const address = ({ method, path }: DocumentedOperation) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
  return pairByKey(was, is, address).flatMap(([, old, now]) => {
    const where = [`${(now ?? old)?.method} ${(now ?? old)?.path}`];
    if (now === undefined) return [{ breaking: true, what: 'the operation was removed', where }];
    if (old === undefined) return [{ breaking: false, what: 'the operation is new', where }];
    return compare(old, now, contracts).map((change) => ({ ...change, where }));
  });
}

/** Whether a version announces a breaking change: by its first number, or before 1.0.0 by its second (SemVer §4, §8). */
export function announcesBreak(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const [[major, minor], [wasMajor, wasMinor]] = [numbers(after), numbers(before)];
  return major > wasMajor || (major === 0 && wasMajor === 0 && minor > wasMinor);
}

function numbers(version: string): readonly [number, number] {
  const [major = '', minor = ''] = version.split('.');
  return [Number(major), Number(minor)];
}
