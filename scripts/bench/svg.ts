/** Colours of the charts, in light and in dark surroundings. */
const style = `
:root { --paper: #fff; --ink: #1a1a1a; --faint: #57606a; --line: #d0d7de; --met: #2f7d4f; --short: #b3541e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --met: #4fae78; --short: #e0824a; }
}
.paper { fill: var(--paper) } text { fill: var(--ink) } .faint { fill: var(--faint) } .met { fill: var(--met) } .short { fill: var(--short) }
.line { stroke: var(--line) } .ink { stroke: var(--ink) } .title { font-size: 14px; font-weight: bold } .bold { font-weight: bold }`;

/** Wraps the shapes of a chart. Its colours follow the reader's preference, also where a page shows it as an image. */
export function svgDocument(title: string, width: number, height: number, shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escapeXml(title)}">
<style>${style}
</style>
<rect class="paper" width="100%" height="100%"/>
<text class="title" x="12" y="20">${escapeXml(title)}</text>
${shapes.join('\n')}
</svg>
`;
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
