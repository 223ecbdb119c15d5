import type { FastifyInstance } from 'fastify';
import type { ServiceEnvironment } from '../runtime/create-service.ts';
import type { Database } from '../runtime/database.ts';
import type { MasterKey } from '../runtime/master-key.ts';
import type { SsoContext } from './handler.ts';
import type { SsoSettings } from './settings.ts';

/** What the provider is built from. */
export interface SsoParts {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly settings: SsoSettings;
  readonly environment: ServiceEnvironment;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly newId: () => string;
  /** Adds the approval pages. */
  readonly pages?: ((app: FastifyInstance, context: SsoContext) => Promise<void>) | undefined;
}
