'use client';
// Package entry: sign-in as React components.
export { SignInButton, type SignInButtonProps } from '../sso/react/sign-in-dialog.tsx';
export type { SignInState } from '../sso/react/sign-in-attempt.ts';
export { SignInModal, type SignInModalProps } from '../sso/react/sign-in-dialog.tsx';
export { SignedIn, type SignedInProps } from '../sso/react/sso-provider.tsx';
export { SignedOut } from '../sso/react/sso-provider.tsx';
export { SignInPanel, type SignInPanelProps } from '../sso/react/sign-in-panel.tsx';
export { type SignInTexts, signInTexts } from '../sso/react/sso-context.ts';
export { SsoProvider, type SsoProviderProps } from '../sso/react/sso-provider.tsx';
export { type Auth, useAuth } from '../sso/react/sso-context.ts';
export { type SignIn, useSignIn } from '../sso/react/sso-context.ts';
