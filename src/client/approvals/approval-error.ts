/** A request that nobody was asked, or whose decision cannot be trusted. A no of the person is no error. */
export class ApprovalError extends Error {
  /** `error` of the provider; `bad_metadata`, `bad_response` or `dpop_not_honored` for a response that breaks the protocol. */
  readonly code: string;
  /** HTTP status of the response; undefined without one. */
  readonly status: number | undefined;

  constructor(code: string, message: string, status?: number) {
    super(message);
    this.name = 'ApprovalError';
    this.code = code;
    this.status = status;
  }
}
