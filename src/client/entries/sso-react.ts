'use client';
// Package entry: sign-in as React components.
export {
  SignInButton,
  type SignInButtonProps,
  SignInModal,
  type SignInModalProps,
  SignedIn,
  type SignedInProps,
  SignedOut,
  SsoProvider,
  type SsoProviderProps,
} from '../sso/react/sso-provider.tsx';
export type { SignInState } from '../sso/react/sign-in-attempt.ts';
export { SignInPanel, type SignInPanelProps } from '../sso/react/sign-in-panel.tsx';
export { type SignInTexts, signInTexts, type Auth, useAuth, type SignIn, useSignIn } from '../sso/react/sso-context.ts';
