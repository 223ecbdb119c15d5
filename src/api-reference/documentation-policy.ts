/** Content-Security-Policy of documentation pages: no other origin. The page of an operation sends public reads itself. */
export const documentationPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');
