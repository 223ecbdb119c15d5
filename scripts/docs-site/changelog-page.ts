import { renderMarkdown } from '../../src/api-reference/markdown.ts';
import { type Html, html } from '../../src/web/html.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import type { ContractHistory } from '../diff-specs/contract-history.ts';
import { placesText, reportChanges, type ContractReport } from '../diff-specs/report.ts';
import { sitePage } from './site-frame.ts';

/** What changed between two states of all contracts. */
interface Step {
  readonly title: string;
  readonly reports: readonly (readonly [area: string, ContractReport])[];
}

/** The newest first: from the last release until now, then from release to release. */
function stepsOf(history: ContractHistory): readonly Step[] {
  const releases = history.releases();
  const report = (from: string | undefined, to: string | undefined): Step['reports'] =>
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

/** What changed in the contracts, found by comparing them, and in the rest, told by CHANGELOG.md. */
export function changelogPage(history: ContractHistory, changelog: string): string {
  const steps = stepsOf(history);
  return sitePage('changelog.html', {
    title: 'Changelog',
    content: html`<article class="prose">
      <h1>Changelog</h1>
      <h2 id="contracts">Contracts</h2>
      ${
        steps.length === 0
          ? html`<p>No version has been released yet, so there is nothing to compare the contracts with.</p>`
          : html`<p>Found by comparing the contracts of each release with those of the one before.</p>`
      }
      ${steps.map(stepView)}
      <h2 id="platform">Platform</h2>
      ${renderMarkdown(belowTitle(changelog).replace(/^## /gm, '### '))}
    </article>`,
  });
}

const stepView = ({ title, reports }: Step): Html =>
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
                    <br /><small>${placesText(where)}</small>
                  </li>`,
              )}
            </ul>`,
    )}`;

const belowTitle = (markdown: string): string => markdown.replace(/^# .*\n/, '');
