/** Shortest derived form that is masked, in characters. Shorter ones occur in ordinary output. */
const minLength = 8;

/**
 * base64 of a secret at each of the three positions that it can have within other bytes, as in `Basic` credentials. The
 * characters that depend on its neighbours are left out.
 */
function base64Forms(secret: Buffer): readonly string[] {
  const alone = secret.toString('base64');
  const within = [0, 1, 2].map((offset) => {
    const bits = (offset + secret.length) * 8;
    const whole = Buffer.concat([Buffer.alloc(offset), secret])
      .toString('base64')
      .replace(/=+$/, '');
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
  });
  const forms = [alone, alone.replace(/=+$/, ''), ...within];
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

function urlForms(secret: string): readonly string[] {
  if (!secret.isWellFormed()) return [];
  const form = encodeURIComponent(secret);
  // RFC 3986 §2.1 and application/x-www-form-urlencoded escape more, and hexadecimal digits have two cases.
  const strict = form.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [form, strict, strict.replaceAll('%20', '+').replaceAll('~', '%7E')];
  return [...forms, ...forms.map((one) => one.replace(/%../g, (escape) => escape.toLowerCase()))];
}

/**
 * Forms in which a program may print a secret: itself, each of its lines, base64, URL-encoded, hexadecimal, and as a JSON
 * string. Longest first.
 */
export function secretForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const lines = secret.split(/\r\n|\n|\r/).map((line) => line.trim());
  const derived = [
    ...(lines.length > 1 ? lines : []),
    ...base64Forms(bytes),
    ...urlForms(secret),
    hex,
    hex.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
    secret.trim(),
  ];
  const forms = new Set([secret, ...derived.filter((form) => form.length >= minLength)]);
  return [...forms].sort((one, other) => other.length - one.length);
}
