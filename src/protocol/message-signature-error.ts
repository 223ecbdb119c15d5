/** Error codes of signed messages (RFC 9421). */
export const messageSignatureErrorCodes = [
  'missing_signature',
  'malformed_signature',
  'expired_signature',
  'future_signature',
  'untrusted_directory',
  'content_too_large',
  'missing_component',
  'unsupported_component',
  'bad_content_digest',
  'unknown_agent',
  'bad_signature',
  'replayed_nonce',
] as const;

export type MessageSignatureErrorCode = (typeof messageSignatureErrorCodes)[number];

/** Rejects a message because of its signature. The message can be sent to the caller. */
export class MessageSignatureError extends Error {
  readonly code: MessageSignatureErrorCode;

  constructor(code: MessageSignatureErrorCode, message: string) {
    super(message);
    this.name = 'MessageSignatureError';
    this.code = code;
  }
}
