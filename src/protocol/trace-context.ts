/** Where in a trace something happens: W3C Trace Context, https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  /** 32 lowercase hexadecimal characters, not all of them zero. */
  readonly traceId: string;
  /** 16 lowercase hexadecimal characters, not all of them zero. */
  readonly spanId: string;
  /** Whether the caller keeps this trace. */
  readonly sampled: boolean;
  /** The `tracestate` that came along, to be sent on as it is. */
  readonly state?: string | undefined;
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const nothing = /^0+$/;
const sampledFlag = 0x01;
/** Characters of a `tracestate` that everybody has to send on; longer ones are dropped (§3.3.1.5). */
const longestState = 512;

/** @returns undefined for what is no valid `traceparent` (§3.2); a new trace begins then, and `tracestate` is nothing */
export function parseTraceContext(header: string | undefined, state?: string): TraceContext | undefined {
  const [, version, traceId, spanId, flags = '', more] = traceparent.exec(header ?? '') ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || version === 'ff') return undefined;
  // Later versions may add members; this one has none.
  if (version === '00' && more !== undefined) return undefined;
  if (nothing.test(traceId) || nothing.test(spanId)) return undefined;
  const sampled = (Number.parseInt(flags, 16) & sampledFlag) !== 0;
  return { traceId, spanId, sampled, state: state !== undefined && state.length <= longestState ? state : undefined };
}

/** The header that names a place in a trace (§3.2). */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** Headers by which a request takes its trace along. */
export function traceHeaders(context: TraceContext): Record<string, string> {
  const header = formatTraceparent(context);
  return context.state ? { traceparent: header, tracestate: context.state } : { traceparent: header };
}
