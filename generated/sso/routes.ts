// Written by `npm run generate` from the contract. Do not edit.

import type { Route } from '../../src/typed-contract/client.ts';

export const authorize: Route = { method: 'get', path: '/oauth/authorize', statuses: [200, 303, 400, 403, 429, 500, 503] };
export const pollAuthorization: Route = { method: 'post', path: '/oauth/poll', statuses: [200, 400, 404, 409, 413, 415, 429, 500, 503] };
export const exchangeToken: Route = { method: 'post', path: '/oauth/token', contentType: 'application/x-www-form-urlencoded', statuses: [200, 400, 409, 413, 415, 429, 500, 503] };
export const getUserInfo: Route = { method: 'get', path: '/oauth/userinfo', statuses: [200, 400, 401, 429, 500, 503] };
export const getUserInfoByPost: Route = { method: 'post', path: '/oauth/userinfo', statuses: [200, 400, 401, 429, 500, 503] };
export const getJwks: Route = { method: 'get', path: '/oauth/jwks', statuses: [200, 304, 429, 500, 503] };
export const revokeToken: Route = { method: 'post', path: '/oauth/revoke', contentType: 'application/x-www-form-urlencoded', statuses: [200, 400, 413, 415, 429, 500, 503] };
export const getOpenIdConfiguration: Route = { method: 'get', path: '/.well-known/openid-configuration', statuses: [200, 304, 429, 500, 503] };
export const getAuthorizationServerMetadata: Route = { method: 'get', path: '/.well-known/oauth-authorization-server', statuses: [200, 304, 429, 500, 503] };
export const getOwner: Route = { method: 'get', path: '/api/v1/owner', statuses: [200, 401, 429, 500, 503] };
export const deleteOwner: Route = { method: 'delete', path: '/api/v1/owner', statuses: [204, 400, 401, 403, 413, 415, 429, 500, 503] };
export const createDevice: Route = { method: 'post', path: '/api/v1/owner/devices', statuses: [200, 201, 400, 401, 413, 415, 429, 500, 503] };
export const deleteDevice: Route = { method: 'delete', path: '/api/v1/owner/devices/{jkt}', statuses: [204, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const updateDevice: Route = { method: 'patch', path: '/api/v1/owner/devices/{jkt}', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const createPasskeyRegistrationOptions: Route = { method: 'post', path: '/api/v1/owner/passkeys/registration-options', statuses: [200, 400, 401, 403, 409, 413, 415, 429, 500, 503] };
export const createPasskeyAssertionOptions: Route = { method: 'post', path: '/api/v1/owner/passkeys/assertion-options', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const createPasskey: Route = { method: 'post', path: '/api/v1/owner/passkeys', statuses: [201, 400, 401, 403, 409, 413, 415, 429, 500, 503] };
export const deletePasskey: Route = { method: 'delete', path: '/api/v1/owner/passkeys/{credentialId}', statuses: [204, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503] };
export const updatePasskey: Route = { method: 'patch', path: '/api/v1/owner/passkeys/{credentialId}', statuses: [200, 400, 401, 403, 404, 413, 415, 429, 500, 503] };
export const createPasskeySignInOptions: Route = { method: 'post', path: '/api/v1/owner/session/options', statuses: [200, 400, 429, 500, 503] };
export const createOwnerSession: Route = { method: 'post', path: '/api/v1/owner/session', statuses: [200, 400, 403, 413, 415, 429, 500, 503] };
export const deleteOwnerSession: Route = { method: 'delete', path: '/api/v1/owner/session', statuses: [204, 401, 403, 429, 500, 503] };
export const getAuthorizationRequest: Route = { method: 'get', path: '/api/v1/owner/requests/{requestId}', statuses: [200, 400, 401, 404, 429, 500, 503] };
export const decideAuthorizationRequest: Route = { method: 'post', path: '/api/v1/owner/requests/{requestId}/decision', statuses: [200, 400, 401, 403, 404, 409, 410, 413, 415, 429, 500, 503] };
export const listConnectedSessions: Route = { method: 'get', path: '/api/v1/owner/sessions', statuses: [200, 400, 401, 429, 500, 503] };
export const revokeConnectedSession: Route = { method: 'delete', path: '/api/v1/owner/sessions/{sessionId}', statuses: [204, 400, 401, 403, 404, 429, 500, 503] };
export const revokeConnectedClient: Route = { method: 'delete', path: '/api/v1/owner/clients/{clientId}', statuses: [200, 400, 401, 403, 429, 500, 503] };
export const listProviders: Route = { method: 'get', path: '/api/v1/providers', statuses: [200, 400, 401, 429, 500, 503] };
export const createProvider: Route = { method: 'post', path: '/api/v1/providers', statuses: [201, 400, 401, 413, 415, 429, 500, 503] };
export const getProvider: Route = { method: 'get', path: '/api/v1/providers/{providerAddress}', statuses: [200, 400, 401, 404, 429, 500, 503] };
export const updateProvider: Route = { method: 'patch', path: '/api/v1/providers/{providerAddress}', statuses: [200, 400, 401, 404, 413, 415, 429, 500, 503] };
export const disableProvider: Route = { method: 'post', path: '/api/v1/providers/{providerAddress}/disable', statuses: [200, 400, 401, 404, 429, 500, 503] };
export const rotateSigningKey: Route = { method: 'post', path: '/api/v1/signing-keys', statuses: [200, 401, 429, 500, 503] };
export const revokeSigningKey: Route = { method: 'post', path: '/api/v1/signing-keys/{kid}/revoke', statuses: [200, 400, 401, 404, 429, 500, 503] };
