import { renderMarkdown } from '../../src/api-reference/markdown.ts';
import { type Html, html } from '../../src/html/html.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import type { ContractHistory } from '../diff-specs/contract-history.ts';
import { operationsText, reportChanges, type ContractReport } from '../diff-specs/report.ts';
import { linksOf } from './site-map.ts';
import { sitePage } from './site-page.ts';

/** Changes of all contracts between two versions. */
interface VersionChanges {
  readonly title: string;
  readonly reports: readonly (readonly [area: string, ContractReport])[];
}

/** Returns the changes since the last release, then those of each release, newest first. */
function versionChanges(history: ContractHistory): readonly VersionChanges[] {
  const releases = history.releases();
  const report = (from: string | undefined, to: string | undefined): VersionChanges['reports'] =>
    areas.flatMap((area) => {
      const after = to === undefined ? history.contractNow(area) : history.contractAt(to, area);
      const before = from === undefined ? undefined : history.contractAt(from, area);
      return after === undefined ? [] : [[area, reportChanges(area, before, after)] as const];
    });
  return [
    ...(releases[0] === undefined ? [] : [{ title: `Since ${releases[0]}`, reports: report(releases[0], undefined) }]),
    ...releases.map((tag, at) => ({ title: `${tag}, ${history.dayOf(tag)}`, reports: report(releases[at + 1], tag) })),
  ];
}

/** Renders the changelog: changes found by comparing the contracts, and the text of CHANGELOG.md. */
export function changelogPage(history: ContractHistory, changelog: string): string {
  const versions = versionChanges(history);
  return sitePage('changelog.html', {
    title: 'Changelog',
    content: html`<article class="prose">
      <h1>Changelog</h1>
      <h2 id="contracts">Contracts</h2>
      ${
        versions.length === 0
          ? html`<p>No version has been released yet, so there are no contracts to compare with.</p>`
          : html`<p>Each release is compared with the previous one.</p>`
      }
      ${versions.map(versionView)}
      <h2 id="platform">Platform</h2>
      ${renderMarkdown(belowTitle(changelog).replace(/^## /gm, '### '), { link: linksOf('CHANGELOG.md') })}
    </article>`,
  });
}

const versionView = ({ title, reports }: VersionChanges): Html =>
  html`<h3>${title}</h3>
    ${reports.map(([area, { changes, lines }]) =>
      changes.length === 0
        ? html`<p>${area}: ${lines[0]?.startsWith(`${area}: `) ? 'a new contract.' : 'unchanged.'}</p>`
        : html`<h4><a href="${area}.html">${area}</a></h4>
            <ul>
              ${changes.map(
                ({ breaking, what, where }) =>
                  html`<li>
                    ${breaking && html`<strong class="breaking">Breaking:</strong> `}${what}
                    <br /><small>${operationsText(where)}</small>
                  </li>`,
              )}
            </ul>`,
    )}`;

const belowTitle = (markdown: string): string => markdown.replace(/^# .*\n/, '');
