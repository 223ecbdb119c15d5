import type { OwnDetail } from '../../../generated/sso/types.ts';

/** A detail of a type that an application registered; the provider checks its members by the schema of the type. */
export type RegisteredDetail = Readonly<Record<string, unknown>> & { readonly type: `${string}:${string}` };

/** A detail that is asked for: one of the provider's own types with its members, or one of a registered type. */
export type AskedDetail = OwnDetail | RegisteredDetail;
