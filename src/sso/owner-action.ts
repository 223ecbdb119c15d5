/** An action that an owner confirms in a browser with a fresh passkey assertion. */
export type OwnerAction =
  | {
      readonly action: 'approve_request';
      /** Id of the authorization request. */
      readonly id: string;
      readonly clientAddress: string;
      readonly dpopJkt: string | null;
    }
  | { readonly action: 'delete_passkey'; readonly credentialId: string }
  | { readonly action: 'delete_device'; readonly jkt: string }
  | {
      readonly action:
        | 'create_passkey'
        | 'create_device_link'
        | 'create_recovery_codes'
        | 'delete_browser_sessions'
        | 'delete_owner';
    };

/** Returns the text that a challenge is bound to: equal for equal actions only. */
export function ownerActionText(action: OwnerAction): string {
  switch (action.action) {
    case 'approve_request':
      return JSON.stringify([action.action, action.id, action.clientAddress, action.dpopJkt]);
    case 'delete_passkey':
      return JSON.stringify([action.action, action.credentialId]);
    case 'delete_device':
      return JSON.stringify([action.action, action.jkt]);
    case 'create_passkey':
    case 'create_device_link':
    case 'create_recovery_codes':
    case 'delete_browser_sessions':
    case 'delete_owner':
      return JSON.stringify([action.action]);
  }
}

/**
 * Returns the action of an operation's `x-confirmation`.
 *
 * @param path parameters of the operation's path
 * @throws Error for an action that no assertion confirms
 */
export function readOwnerAction(
  action: string,
  { credentialId = '', jkt = '' }: Partial<Record<'credentialId' | 'jkt', string>>,
): OwnerAction {
  switch (action) {
    case 'delete_passkey':
      return { action, credentialId };
    case 'delete_device':
      return { action, jkt };
    case 'create_passkey':
    case 'create_device_link':
    case 'create_recovery_codes':
    case 'delete_browser_sessions':
    case 'delete_owner':
      return { action };
    default:
      throw new Error(`${action} is not an action that an assertion confirms`);
  }
}
