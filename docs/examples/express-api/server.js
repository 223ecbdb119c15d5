const { createApp } = require('./app.js');

const port = Number(process.env.PORT ?? 3001);
const app = createApp({
  issuer: process.env.SSO_BASE_URL ?? 'http://localhost:4001',
  audience: process.env.PROVIDER_ADDRESS ?? '00000006010000000000000000000001',
  baseUrl: process.env.BASE_URL ?? `http://localhost:${port}`,
  pageOrigin: process.env.PAGE_ORIGIN ?? 'http://localhost:5173',
});
app.listen(port, () => console.log(`The API listens on http://localhost:${port}.`));
