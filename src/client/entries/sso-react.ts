'use client';
// Package entry: sign-in as React components.
export { SignInButton, type SignInButtonProps } from '../sso/react/sign-in-button.tsx';
export type { SignInState } from '../sso/react/sign-in-attempt.ts';
export { SignInModal, type SignInModalProps } from '../sso/react/sign-in-modal.tsx';
export { SignedIn, type SignedInProps } from '../sso/react/signed-in.tsx';
export { SignedOut } from '../sso/react/signed-out.tsx';
export { SignInPanel, type SignInPanelProps } from '../sso/react/sign-in-panel.tsx';
export { type SignInTexts, signInTexts } from '../sso/react/sign-in-texts.ts';
export { SsoProvider, type SsoProviderProps } from '../sso/react/sso-provider.tsx';
export { type Auth, useAuth } from '../sso/react/use-auth.ts';
export { type SignIn, useSignIn } from '../sso/react/use-sign-in.ts';
