import { sdkBridgeRequirements } from './sdk-bridge.ts';
import { sdkEventRequirements } from './sdk-client-events.ts';
import { sdkResumeRequirements } from './sdk-client-resume.ts';
import { sdkSessionRequirements } from './sdk-client-session.ts';
import { sdkSignInRequirements } from './sdk-client-sign-in.ts';
import { sdkDpopRequirements } from './sdk-dpop-verifier.ts';
import { sdkHookRequirements } from './sdk-hooks.ts';
import { sdkHttpSignatureRequirements } from './sdk-http-signatures.ts';
import { sdkPackageRequirements } from './sdk-package.ts';
import { sdkProofRequirements } from './sdk-proofs.ts';
import { sdkReactRequirements } from './sdk-react.ts';
import { sdkVerifierRequirements } from './sdk-verifiers.ts';
import { sdkWebhookRequirements } from './sdk-webhooks.ts';
import type { WrittenSection } from './section.ts';

/** What developers rely on in the client package, part by part. */
export const sdkRequirements: readonly WrittenSection[] = [
  ...sdkSignInRequirements,
  ...sdkResumeRequirements,
  ...sdkSessionRequirements,
  ...sdkEventRequirements,
  ...sdkVerifierRequirements,
  ...sdkDpopRequirements,
  ...sdkProofRequirements,
  ...sdkHttpSignatureRequirements,
  ...sdkReactRequirements,
  ...sdkBridgeRequirements,
  ...sdkHookRequirements,
  ...sdkWebhookRequirements,
  ...sdkPackageRequirements,
];
