import type { ReactNode } from 'react';
import { ImageField, readDataUrl } from './image-field.tsx';
import type { ApplicationSectionProps } from './portal-api.ts';

/** Longest icon of the contract, bytes. */
const maxBytes = 45_000;

/** The icon beside the name of the application. */
export function ApplicationIcon({
  api: { call, applications },
  application: { clientId, iconUrl },
  onChanged,
}: ApplicationSectionProps): ReactNode {
  const store = async (file: File | undefined): Promise<void> => {
    const icon = file === undefined ? null : await readIcon(file);
    await call(() => applications.setApplicationIcon({ path: { clientId }, body: { icon } }));
    onChanged();
  };
  return (
    <ImageField
      label="Icon"
      hint="PNG or JPEG, up to 45 kB and 1024 × 1024 pixels."
      accept={['image/png', 'image/jpeg']}
      image={iconUrl ?? undefined}
      store={store}
    />
  );
}

async function readIcon(file: File): Promise<string> {
  if (file.size > maxBytes)
    throw new Error(`${file.name} has ${Math.ceil(file.size / 1000)} kB; choose an image of at most 45 kB.`);
  const [, base64 = ''] = (await readDataUrl(file)).split(',');
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
