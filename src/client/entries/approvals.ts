// Package entry: asks a person to approve something, and verifies the receipts of decisions.
export type { AuthorizationDetail, OwnDetail } from '../../../generated/sso/types.ts';
export {
  type ApprovalReceipt,
  ApprovalReceiptError,
  type ApprovalReceiptErrorCode,
  approvalRequestDigest,
  type ApprovalRequestParameters,
} from '../../protocol/approval-receipt.ts';
export type { ReplayStore } from '../../protocol/dpop-request.ts';
export type { KeyResolver } from '../../protocol/signed-jwt.ts';
export { UnavailableError } from '../../protocol/unavailable-error.ts';
export { createDpopKeypair, type DpopKeypair } from '../dpop/dpop-keypair.ts';
export {
  createKyselyReplayStore,
  type KyselyReplayStore,
  createMemoryReplayStore,
  type MemoryReplayStoreOptions,
  createRedisReplayStore,
  type RedisReplayStoreOptions,
} from '../dpop/replay-stores.ts';
export {
  type ClientCredential,
  ApprovalError,
  type ApprovalNotificationOptions,
  type ApprovalNotifications,
  createApprovalNotifications,
} from '../approvals/approval-endpoints.ts';
export {
  type AskedDetail,
  type RegisteredDetail,
  type ExpectedDetail,
  type GrantedDetail,
  useGrantedDetail,
  type ActedDetailType,
  createGrantedDetails,
  type DetailTypesOptions,
  type GrantedDetails,
  type GrantedDetailsOptions,
  readDetailTypes,
} from '../approvals/granted-details.ts';
export {
  type ApprovalDecision,
  type ApprovalOptions,
  type ApprovedAccess,
  type ReceiptOfDecision,
  requestApproval,
} from '../approvals/request-approval.ts';
export { type ReceiptOptions, verifyReceipt } from '../approvals/verify-receipt.ts';
