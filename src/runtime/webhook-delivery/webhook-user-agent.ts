import manifest from '../../../package.json' with { type: 'json' };

/** User-Agent of webhook requests. */
export const webhookUserAgent = `platform-webhooks/${manifest.version}`;
