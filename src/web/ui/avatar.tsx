import './styles/avatar.css';
import { type ReactNode, useEffect, useState } from 'react';
import { browserPattern, initialsOf, type KeyPattern } from '../key-pattern.ts';

/** The picture of a person, an application or a key: the uploaded one, the initials of its name, or a pattern of its id. */
export function Avatar({
  id,
  name,
  picture,
}: {
  /** Session address, id of an application or thumbprint of a key. */
  readonly id: string;
  readonly name?: string | null;
  /** Address of an uploaded picture. */
  readonly picture?: string | null | undefined;
}): ReactNode {
  const [broken, setBroken] = useState<string>();
  const [pattern, setPattern] = useState<KeyPattern>();
  useEffect(() => {
    let current = true;
    void browserPattern(id).then((computed) => current && setPattern(computed));
    return () => {
      current = false;
    };
  }, [id]);
  if (typeof picture === 'string' && picture !== broken)
    return <img className="avatar" src={picture} alt="" onError={() => setBroken(picture)} />;
  const hue = pattern?.hue ?? 0;
  if (name === undefined || name === null)
    return (
      <svg className="avatar" viewBox="0 0 5 5" aria-hidden="true">
        <path d={pattern?.path ?? ''} fill={`hsl(${hue} 55% 50%)`} />
      </svg>
    );
  return (
    <svg className="avatar" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="12" fill={`hsl(${hue} 55% 32%)`} />
      <text x="12" y="12" textAnchor="middle" dominantBaseline="central" fontSize="10" fontWeight="600" fill="#fff">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

/** Shortens an id, of which the whole is under Details. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id);

/** A person by name and picture. The picture of who has no name is a pattern of the id, which only assistive technology reads. */
export function Person({
  id,
  name,
  unnamed = 'Owner',
}: {
  readonly id: string;
  readonly name: string | null;
  /** What who has no name is called. */
  readonly unnamed?: string;
}): ReactNode {
  return (
    <span className="person">
      <Avatar id={id} name={name} />
      {name === null ? (
        <span>
          {unnamed}
          <span className="hidden"> {shortId(id)}</span>
        </span>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  );
}
