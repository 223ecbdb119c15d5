import { apiCompare } from 'api-smart-diff';

/** A bundled contract, as `generated/<area>/spec.json` has it. */
export interface VersionedContract {
  readonly info: { readonly version: string };
}

export interface ContractChange {
  readonly breaking: boolean;
  /** `POST /api/posts`, or the part of the contract. */
  readonly where: string;
  readonly what: string;
}

/** Every change between two states of a contract, breaking ones first; wording apart. */
export function compareContracts(before: VersionedContract, after: VersionedContract): readonly ContractChange[] {
  return apiCompare(before, after)
    .diffs.filter(({ type }) => type !== 'annotation')
    .map(({ type, path, description, action }) => ({
      breaking: type === 'breaking',
      where: where(path),
      what: description ?? action,
    }))
    .sort((a, b) => Number(b.breaking) - Number(a.breaking));
}

/** `paths, /api/posts, post, responses, 418` → `POST /api/posts`; deeper steps are in the description. */
function where(path: readonly PropertyKey[]): string {
  const [section, address, method] = path.map(String);
  if (section !== 'paths') return path.slice(0, 3).map(String).join('.');
  return method === undefined ? `${address}` : `${method.toUpperCase()} ${address}`;
}

/** Whether the version owns up to a breaking change: by its first number, or before 1.0.0 by its second (SemVer §4, §8). */
export function announcesBreak(before: VersionedContract, after: VersionedContract): boolean {
  const [[major, minor], [wasMajor, wasMinor]] = [numbers(after), numbers(before)];
  return major > wasMajor || (major === 0 && wasMajor === 0 && minor > wasMinor);
}

function numbers({ info }: VersionedContract): readonly [number, number] {
  const [major = '', minor = ''] = info.version.split('.');
  return [Number(major), Number(minor)];
}
