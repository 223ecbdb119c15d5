/** URL of the sign-in provider, which is the issuer of the tokens. */
export const ssoBaseUrl = process.env.NEXT_PUBLIC_SSO_BASE_URL ?? '';

/** Address of this application at the provider. */
export const providerAddress = process.env.NEXT_PUBLIC_PROVIDER_ADDRESS ?? '';
