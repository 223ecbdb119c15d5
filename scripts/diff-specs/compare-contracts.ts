import {
  type DocumentedContract,
  type DocumentedOperation,
  type DocumentedResponse,
  type MediaType,
  type Parameter,
  readContract,
  asObject,
} from '../../src/api-reference/read-contract.ts';
import { type Change, compareSchemas, type Direction } from './compare-schemas.ts';

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

/** Both versions of the contract of an operation. */
interface Contracts {
  readonly before: DocumentedContract;
  readonly after: DocumentedContract;
}

type Header = Omit<Parameter, 'in'>;

/** Returns the changes that callers of an operation observe. */
function compareOperations(was: DocumentedOperation, is: DocumentedOperation, contracts: Contracts): readonly Change[] {
  return [
    ...(was.operationId === is.operationId
      ? []
      : [{ breaking: true, what: `${was.operationId} is now called ${is.operationId}, also in generated clients` }]),
    ...compareSecurity(was, is, contracts),
    ...compareParameters(was.parameters, is.parameters, contracts),
    ...compareBody(was, is, contracts),
    ...compareResponses(was.responses, is.responses, contracts),
  ];
}

/** Returns the changes that receivers of a webhook observe; its request is what they receive. */
function compareWebhooks(was: DocumentedOperation, is: DocumentedOperation, contracts: Contracts): readonly Change[] {
  return [
    ...compareHeaders(was.parameters, is.parameters, 'the request', contracts),
    ...compareContent(was.body, is.body, 'response', 'body', contracts),
  ];
}

/** Each accepted set of credentials must stay accepted; it may need less, but not more. */
function compareSecurity(
  was: DocumentedOperation,
  is: DocumentedOperation,
  { before, after }: Contracts,
): readonly Change[] {
  const open = (ways: DocumentedOperation['security']) => (ways.length === 0 ? [[]] : ways);
  const headerOf = ({ securitySchemes }: DocumentedContract, scheme: string) => securitySchemes.get(scheme)?.header;
  const kept = (
    way: readonly string[],
    ways: readonly (readonly string[])[],
    from: DocumentedContract,
    to: DocumentedContract,
  ) =>
    ways.some((other) =>
      other.every((scheme) => way.includes(scheme) && headerOf(from, scheme) === headerOf(to, scheme)),
    );
  const words = (way: readonly string[]) => (way.length === 0 ? 'no credentials' : way.join(' and '));
  const [old, now] = [open(was.security), open(is.security)];
  return [
    ...old
      .filter((way) => !kept(way, now, before, after))
      .map((way) => ({ breaking: true, what: `security: ${words(way)} no longer suffices` })),
    ...now
      .filter((way) => !kept(way, old, after, before))
      .map((way) => ({ breaking: false, what: `security: ${words(way)} suffices now` })),
  ];
}

function compareParameters(
  was: readonly Parameter[],
  is: readonly Parameter[],
  contracts: Contracts,
): readonly Change[] {
  const key = ({ in: place, name }: Parameter) => `${place} parameter ${name}`;
  return pairByKey(was, is, key).flatMap(([name, old, now]): readonly Change[] => {
    if (now === undefined) return [{ breaking: true, what: `${name} is no longer accepted` }];
    if (old === undefined)
      return [{ breaking: now.required, what: `${name} is new${now.required ? ' and required' : ''}` }];
    return [
      ...(old.required === now.required
        ? []
        : [{ breaking: now.required, what: `${name} is ${now.required ? 'now' : 'no longer'} required` }]),
      ...compareSchemas(old.schema, now.schema, versions('request', contracts), name),
    ];
  });
}

function compareBody(was: DocumentedOperation, is: DocumentedOperation, contracts: Contracts): readonly Change[] {
  const [had, has] = [was.body.length > 0, is.body.length > 0];
  if (!had && has)
    return [{ breaking: is.bodyRequired, what: `a body is new${is.bodyRequired ? ' and required' : ''}` }];
  if (had && !has) return [{ breaking: true, what: 'the body is no longer accepted' }];
  return [
    ...(was.bodyRequired === is.bodyRequired
      ? []
      : [{ breaking: is.bodyRequired, what: `the body is ${is.bodyRequired ? 'now' : 'no longer'} required` }]),
    ...compareContent(was.body, is.body, 'request', 'body', contracts),
  ];
}

function compareResponses(
  was: readonly DocumentedResponse[],
  is: readonly DocumentedResponse[],
  contracts: Contracts,
): readonly Change[] {
  return pairByKey(was, is, ({ status }) => status).flatMap(([status, old, now]): readonly Change[] => {
    if (now === undefined) return [{ breaking: true, what: `response ${status} is no longer documented` }];
    if (old === undefined) return [{ breaking: false, what: `response ${status} is new` }];
    const place = `response ${status}`;
    return [
      ...compareHeaders(old.headers, now.headers, place, contracts),
      ...compareContent(old.content, now.content, /^[45]/.test(status) ? 'failure' : 'response', place, contracts),
    ];
  });
}

/** Compares headers that callers receive. */
function compareHeaders(
  was: readonly Header[],
  is: readonly Header[],
  place: string,
  contracts: Contracts,
): readonly Change[] {
  return pairByKey(was, is, ({ name }) => name.toLowerCase()).flatMap(([, old, now]): readonly Change[] => {
    const at = `header ${(now ?? old)?.name} of ${place}`;
    if (now === undefined) return [{ breaking: true, what: `${at} was removed` }];
    if (old === undefined) return [{ breaking: false, what: `${at} is new` }];
    return [
      ...(old.required === now.required
        ? []
        : [{ breaking: old.required, what: `${at} is ${old.required ? 'no longer guaranteed' : 'now guaranteed'}` }]),
      ...compareSchemas(old.schema, now.schema, versions('response', contracts), at),
    ];
  });
}

function compareContent(
  was: readonly MediaType[],
  is: readonly MediaType[],
  direction: Direction,
  place: string,
  contracts: Contracts,
): readonly Change[] {
  return pairByKey(was, is, ({ type }) => type).flatMap(([type, old, now]): readonly Change[] => {
    if (now === undefined) return [{ breaking: true, what: `${place}: ${type} was removed` }];
    // Callers ignore a body that is new, and can request the former type.
    if (old === undefined) return [{ breaking: false, what: `${place}: ${type} is new` }];
    return compareSchemas(old.schema, now.schema, versions(direction, contracts), place);
  });
}

const versions = (direction: Direction, { before, after }: Contracts) => ({
  direction,
  before: before.schemas,
  after: after.schemas,
});

/** Pairs the items of both lists by key. */
function pairByKey<Item>(
  was: readonly Item[],
  is: readonly Item[],
  key: (item: Item) => string,
): readonly (readonly [key: string, was: Item | undefined, is: Item | undefined])[] {
  const [before, after] = [new Map(was.map((item) => [key(item), item])), new Map(is.map((item) => [key(item), item]))];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => [name, before.get(name), after.get(name)]);
}
