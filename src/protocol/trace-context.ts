/** A position in a trace (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  /** 32 lowercase hexadecimal characters, not all of them zero. */
  readonly traceId: string;
  /** 16 lowercase hexadecimal characters, not all of them zero. */
  readonly spanId: string;
  /** Whether the caller records this trace. */
  readonly sampled: boolean;
  /** Received `tracestate`, forwarded unchanged. */
  readonly state?: string | undefined;
}

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const allZero = /^0+$/;
const sampledFlag = 0x01;
/** Length of `tracestate` that every party must forward, in characters; longer values are dropped (§3.3.1.5). */
const maxStateLength = 512;

/** Parses `traceparent` (§3.2). @returns undefined when it is invalid; `tracestate` is then ignored and a new trace starts */
export function parseTraceContext(header: string | undefined, state?: string): TraceContext | undefined {
  const [, version, traceId, spanId, flags = '', more] = traceparent.exec(header ?? '') ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || version === 'ff') return undefined;
  // Later versions may append members; version 00 has none.
  if (version === '00' && more !== undefined) return undefined;
  if (allZero.test(traceId) || allZero.test(spanId)) return undefined;
  const sampled = (Number.parseInt(flags, 16) & sampledFlag) !== 0;
  return { traceId, spanId, sampled, state: state !== undefined && state.length <= maxStateLength ? state : undefined };
}

/** Formats the `traceparent` header (§3.2). */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** Returns the headers that propagate a trace with a request. */
export function traceHeaders(context: TraceContext): Record<string, string> {
  const header = formatTraceparent(context);
  return context.state ? { traceparent: header, tracestate: context.state } : { traceparent: header };
}
