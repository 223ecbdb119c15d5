const maxEnvelopes = 1000;
/** Longer envelopes are checked every time, in characters. */
const maxLength = 2000;

/** Remembers envelopes that the library found valid: a client sends the same one with every request. */
export interface KnownEnvelopes {
  readonly has: (envelope: unknown) => boolean;
  readonly add: (envelope: unknown) => void;
}

/** Creates an empty memory of bounded size. */
export function createKnownEnvelopes(): KnownEnvelopes {
  const known = new Set<string>();
  return {
    has: (envelope) => envelope !== undefined && known.has(JSON.stringify(envelope)),
    add: (envelope) => {
      const text = JSON.stringify(envelope);
      if (text.length > maxLength) return;
      if (known.size >= maxEnvelopes) known.clear();
      known.add(text);
    },
  };
}
