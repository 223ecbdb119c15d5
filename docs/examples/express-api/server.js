const { existsSync } = require('node:fs');
const { createApp } = require('./app.js');

if (existsSync('.env')) process.loadEnvFile();
const port = Number(process.env.PORT ?? 3001);
const app = createApp({
  issuer: process.env.SSO_BASE_URL ?? 'http://localhost:4001',
  audience: process.env.PROVIDER_ADDRESS ?? '00000006010000000000000000000001',
  baseUrl: process.env.BASE_URL ?? `http://localhost:${port}`,
  pageOrigin: process.env.PAGE_ORIGIN ?? 'http://localhost:5173',
  webhookPublicKey: process.env.WEBHOOK_PUBLIC_KEY,
});
app.listen(port, () => console.log(`Open http://localhost:${port}`));
