import { expect, test } from 'vitest';
import { supportSignal } from './discovery.ts';

const meta = '<meta name="platform-agent-id" content="v1">';
test.each([
  ['in the head', `<html><head>${meta}</head>`, 'v1'],
  ['with other quotes, case and order', `<META content='v1' NAME=platform-agent-id />`, 'v1'],
  ['after an attribute with a bracket in it', `<meta name="x" content="a > b">${meta}`, 'v1'],
  ['with another version', meta.replace('v1', 'v2'), 'v2'],
  ['with white space around the version', meta.replace('v1', ' v1'), ' v1'],
  ['twice: the first counts', meta.replace('v1', 'v2') + meta, 'v2'],
  ['without content', '<meta name="platform-agent-id">', ''],
  ['in a comment', `<!-- ${meta} -->`, undefined],
  ['in a comment that never ends', `<!-- ${meta}`, undefined],
  ['in a script', `<script>const x = '${meta}'</script>`, undefined],
  ['in a template', `<template>${meta}</template>`, undefined],
  ['in a title', `<title>${meta}</title>`, undefined],
  ['in an attribute', `<div title='${meta}'></div>`, undefined],
  ['after a stray bracket', `a < b ${meta}`, 'v1'],
  ['nowhere', '<html></html>', undefined],
])('auth support: the meta tag %s is read as specified', (_case, html, content) => {
  expect(supportSignal(html)).toBe(content);
});

test('auth support: a hostile page is parsed in linear time', () => {
  const started = performance.now();
  for (const part of ['<', '<a ', '<!--', '<a "', "<meta name='"]) supportSignal(part.repeat(1_048_576 / part.length));
  expect(performance.now() - started).toBeLessThan(10_000);
});
