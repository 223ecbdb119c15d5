import { announcesBreak, compareContracts, type ContractChange, type VersionedContract } from './compare-contracts.ts';

export interface ContractReport {
  readonly changes: readonly ContractChange[];
  /** Breaking changes that no version announces. */
  readonly unannounced: number;
  /** Output for a terminal. */
  readonly lines: readonly string[];
}

/** Maximum number of operations that a line names. */
const maxNamed = 4;

/**
 * Lists what changed in the contract of an area.
 *
 * @param before undefined when the contract did not exist
 * @param announcedByPackage whether the version of the whole package announces breaking changes
 */
export function reportChanges(
  area: string,
  before: VersionedContract | undefined,
  after: VersionedContract,
  announcedByPackage = false,
): ContractReport {
  if (before === undefined) return { changes: [], unannounced: 0, lines: [`${area}: a new contract`] };
  const changes = compareContracts(before, after);
  const breaking = changes.filter((change) => change.breaking).length;
  const announced = announcedByPackage || announcesBreak(before.info.version, after.info.version);
  const versions =
    before.info.version === after.info.version ? after.info.version : `${before.info.version} → ${after.info.version}`;
  const summary = `${breaking} breaking${breaking > 0 && announced ? ', announced by the version' : ''}, ${changes.length - breaking} other changes`;
  return {
    changes,
    unannounced: announced ? 0 : breaking,
    lines: [
      `${area} ${versions}: ${summary}`,
      ...changes.flatMap((change) => [
        `  ${change.breaking ? 'BREAKING' : '        '}  ${change.what}`,
        `                ${operationsText(change.where)}`,
      ]),
    ],
  };
}

/** `GET /a, POST /a and 3 more`. */
export function operationsText(places: readonly string[]): string {
  const more = places.length - maxNamed;
  return more > 1 ? `${places.slice(0, maxNamed).join(', ')} and ${more} more` : places.join(', ');
}
