import { expect, test } from 'vitest';
import { parseTraceContext, traceHeaders } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('Trace Context §3.2.5: the examples of the standard are parsed and formatted', () => {
  expect(parseTraceContext(`00-${traceId}-${spanId}-01`)).toMatchObject({ traceId, spanId, sampled: true });
  expect(parseTraceContext(`00-${traceId}-${spanId}-00`)).toMatchObject({ traceId, spanId, sampled: false });
});

test.each([
  ['§3.2.2.3: a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['§3.2.2.4: a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['§3.2.2.1: version ff', `ff-${traceId}-${spanId}-01`],
  ['§3.2.2.2: version 00 with more members', `00-${traceId}-${spanId}-01-more`],
  ['§3.2.2: upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['§3.2.2: a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['§3.2.2: no flags', `00-${traceId}-${spanId}`],
  ['two headers, joined', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['nothing', undefined],
])('Trace Context §3.2: %s is rejected', (_what, header) => {
  expect(parseTraceContext(header, 'a=b')).toBeUndefined();
});

test('Trace Context §4.3: a later version is parsed as far as it is known; unknown flags are not forwarded', () => {
  const later = parseTraceContext(`cc-${traceId}-${spanId}-03-what-the-future-holds`);
  expect(later).toMatchObject({ traceId, spanId, sampled: true });
  expect(later && traceHeaders(later)).toEqual({ traceparent: `00-${traceId}-${spanId}-01` });
});

test('Trace Context §3.3: tracestate up to 512 characters is forwarded unchanged, a longer one is dropped', () => {
  const header = `00-${traceId}-${spanId}-00`;
  const context = parseTraceContext(header, 'vendor=1,other=2');
  expect(context && traceHeaders(context)).toEqual({ traceparent: header, tracestate: 'vendor=1,other=2' });
  expect(parseTraceContext(header, 'a'.repeat(512))?.state).toBe('a'.repeat(512));
  expect(parseTraceContext(header, 'a'.repeat(513))?.state).toBeUndefined();
});
