import type { ReactNode } from 'react';
import type { CreateApiKeyRequest } from '../../../generated/notifications/types.ts';
import { Choice, Field } from '../ui/field.tsx';

const allowed = [
  { value: 'both', text: 'Send and read' },
  { value: 'send', text: 'Send only' },
  { value: 'read', text: 'Read only' },
] as const;
const environments = [
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Test: every send is a rehearsal' },
] as const;

/** What a new key is for, and what it allows. */
export interface KeyGrants {
  readonly label: string;
  readonly allows: (typeof allowed)[number]['value'];
  readonly environment: (typeof environments)[number]['value'];
}

export const defaultGrants: KeyGrants = { label: '', allows: 'both', environment: 'live' };

/** Returns the request of the contract. */
export const requestOf = ({ label, allows, environment }: KeyGrants): CreateApiKeyRequest => ({
  ...(label.trim() !== '' && { label: label.trim() }),
  ...(allows !== 'both' && { scopes: [allows] }),
  environment,
});

export interface KeyGrantFieldsProps {
  readonly grants: KeyGrants;
  readonly onChange: (grants: KeyGrants) => void;
}

/** Label, scopes and environment of the next key. */
export function KeyGrantFields({ grants, onChange }: KeyGrantFieldsProps): ReactNode {
  const set = (change: Partial<KeyGrants>) => onChange({ ...grants, ...change });
  return (
    <details className="card">
      <summary>Label, scopes and environment</summary>
      <div className="row filter">
        <Field
          label="Label"
          hint="What the key is for. Keys of one label rotate each other."
          value={grants.label}
          onChange={(label) => set({ label })}
          maxLength={64}
          autoComplete="off"
        />
        <Choice label="Allows" value={grants.allows} options={allowed} onChange={(allows) => set({ allows })} />
        <Choice
          label="Environment"
          value={grants.environment}
          options={environments}
          onChange={(environment) => set({ environment })}
        />
      </div>
    </details>
  );
}
