/** The test scenarios that the notification service offers. */
export const playgroundScenarios = [
  { value: 'delivered', text: 'delivered' },
  { value: 'clicked', text: 'delivered, then clicked' },
  { value: 'suppressed_user_in_app', text: 'suppressed: the user is in the app' },
  { value: 'dropped_permission_revoked', text: 'dropped: permission was turned off' },
  { value: 'dropped_device_unreachable', text: 'dropped: no device' },
  { value: 'error:permission_denied', text: 'refused 403: permission denied' },
  { value: 'error:duplicate_body', text: 'refused 400: duplicate text' },
  { value: 'error:rate_limited', text: 'refused 429: too many' },
  { value: 'error:session_address_not_found', text: 'refused 404: unknown session address' },
  { value: 'error:unknown', text: 'failed 500' },
] as const;

export type PlaygroundScenario = (typeof playgroundScenarios)[number]['value'];
