import type { Setting } from './settings.ts';

/** An app of Android, by its package and the certificate that signs it. */
export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of the certificate, in capital hexadecimal digits with colons. */
  readonly fingerprint: string;
}

const androidPattern = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)=((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2})$/;

/** An app of Android: `com.example.wallet=14:6D:…`. */
export const androidApp = (description: string): Setting<AndroidApp> => ({
  description,
  read: (value) => {
    const [, packageName = '', fingerprint = ''] = androidPattern.exec(value) ?? [];
    return packageName === '' || value.length > 255
      ? { expected: 'a package and the SHA-256 of its certificate like com.example.wallet=14:6D:…:E5' }
      : { value: { packageName, fingerprint: fingerprint.toUpperCase() } };
  },
});

/** An app of Apple: the team and the bundle, `ABCDE12345.com.example.wallet`. */
export const appleAppId = (description: string): Setting<string> => ({
  description,
  read: (value) =>
    value.length <= 255 && /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(value)
      ? { value }
      : { expected: 'a team and a bundle like ABCDE12345.com.example.wallet' },
});
