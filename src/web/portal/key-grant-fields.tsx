import { type ReactNode, useState } from 'react';
import type { CreateApiKeyRequest } from '../../../generated/notifications/types.ts';
import { Choice, Field } from '../ui/field.tsx';
import type { FieldErrors } from '../ui/field-errors.ts';
import { useDraft, useDraftChoice } from '../ui/use-draft.ts';

const allowed = [
  { value: 'both', text: 'Send and read' },
  { value: 'send', text: 'Send only' },
  { value: 'read', text: 'Read only' },
] as const;
const environments = [
  { value: 'live', text: 'Live' },
  { value: 'test', text: 'Test: every send is a test send' },
] as const;

/** What a new key is for, and what it allows. */
export interface KeyGrants {
  readonly label: string;
  readonly allows: (typeof allowed)[number]['value'];
  readonly environment: (typeof environments)[number]['value'];
}

/** The grants of the next key of an app, which survive the end of the session. */
export function useKeyGrants(appId: string): readonly [KeyGrants, (grants: KeyGrants) => void] {
  const [label, setLabel] = useDraft(`key label of ${appId}`, '');
  const [allows, setAllows] = useDraftChoice(`key scopes of ${appId}`, allowed, 'both');
  const [environment, setEnvironment] = useDraftChoice(`key environment of ${appId}`, environments, 'live');
  const set = (grants: KeyGrants) => {
    setLabel(grants.label);
    setAllows(grants.allows);
    setEnvironment(grants.environment);
  };
  return [{ label, allows, environment }, set];
}

/** Returns the request of the contract. */
export const requestOf = ({ label, allows, environment }: KeyGrants): CreateApiKeyRequest => ({
  ...(label.trim() !== '' && { label: label.trim() }),
  ...(allows !== 'both' && { scopes: [allows] }),
  environment,
});

export interface KeyGrantFieldsProps {
  readonly grants: KeyGrants;
  readonly onChange: (grants: KeyGrants) => void;
  readonly errorAt: FieldErrors<'label' | 'scopes' | 'environment'>['at'];
}

/** Label, scopes and environment of the next key. */
export function KeyGrantFields({ grants, onChange, errorAt }: KeyGrantFieldsProps): ReactNode {
  // What is not the default is never hidden.
  const [shown] = useState(grants.label !== '' || grants.allows !== 'both' || grants.environment !== 'live');
  const wrong = (['label', 'scopes', 'environment'] as const).some((name) => errorAt(name) !== undefined);
  const set = (change: Partial<KeyGrants>) => onChange({ ...grants, ...change });
  return (
    <details className="card" open={shown || wrong}>
      <summary>Label, scopes and environment</summary>
      <div className="row filter">
        <Field
          label="Label"
          hint="What the key is for. Keys of one label rotate each other."
          value={grants.label}
          onChange={(label) => set({ label })}
          maxLength={64}
          autoComplete="off"
          error={errorAt('label')}
        />
        <Choice
          label="Allows"
          value={grants.allows}
          options={allowed}
          onChange={(allows) => set({ allows })}
          error={errorAt('scopes')}
        />
        <Choice
          label="Environment"
          value={grants.environment}
          options={environments}
          onChange={(environment) => set({ environment })}
          error={errorAt('environment')}
        />
      </div>
    </details>
  );
}
