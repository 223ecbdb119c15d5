import type { FastifyRequest } from 'fastify';
import type { DomainError } from '../../runtime/domain-error.ts';
import type { OtherResponse } from '../../runtime/http-problem.ts';

/** An application that nobody has verified, and that this person has not approved. */
export interface UnknownApplication {
  readonly name: string;
  readonly host: string;
  /** Where the error would be sent. */
  readonly address: string;
}

/** Renders an error as an HTML page. @param application that the person may return to */
export type ErrorPage = (
  error: Pick<DomainError, 'code' | 'message'>,
  request: FastifyRequest,
  application?: UnknownApplication,
) => Pick<OtherResponse, 'headers' | 'body'>;
