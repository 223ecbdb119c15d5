// Package entry: the exports of `testing-server`, and React components for tests. Needs React.
export * from './testing-server.ts';
export { MockSsoProvider, type MockSsoProviderProps } from '../testing/mock-sso-provider.tsx';
