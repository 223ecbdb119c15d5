import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { type AuditFilters, noAuditFilters } from './audit-filters.ts';

const fields = [
  { name: 'event', label: 'Event', type: 'text', placeholder: 'owner_suspended' },
  { name: 'sub', label: 'Owner', type: 'text', placeholder: 'session address' },
  { name: 'administrator', label: 'Administrator', type: 'text', placeholder: 'name or id' },
  { name: 'from', label: 'From', type: 'datetime-local', placeholder: '' },
  { name: 'to', label: 'To', type: 'datetime-local', placeholder: '' },
] as const;

/** Filters of the audit; they apply on submit. */
export function AuditFilterForm({ onFilter }: { readonly onFilter: (filters: AuditFilters) => void }): ReactNode {
  const [filters, setFilters] = useState<AuditFilters>(noAuditFilters);
  return (
    <form
      role="search"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(filters);
      }}
    >
      {fields.map(({ name, label, type, placeholder }) => (
        <Field
          key={name}
          label={label}
          type={type}
          placeholder={placeholder}
          value={filters[name]}
          onChange={(value) => setFilters({ ...filters, [name]: value })}
          autoComplete="off"
        />
      ))}
      <Button type="submit">Search</Button>
    </form>
  );
}
