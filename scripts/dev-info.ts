import { resolve } from 'node:path';
import { createProductCatalog } from '../src/backend/invoices/catalog.ts';
import { products } from '../src/backend/invoices/products.ts';
import { paidRecipients } from '../src/backend/settings.ts';
import { chooseAddresses } from '../src/composition/addresses.ts';
import { demoApp, demoProvider, loadDemoApiKey, loadDemoWebhookKey } from '../src/composition/development-data.ts';
import { paymentSettings } from '../src/composition/load-settings.ts';
import { isEmbedded } from '../src/composition/database-settings.ts';
import { readProgramSettings } from '../src/composition/program-settings.ts';
import { loadMasterKey } from '../src/runtime/start/master-key.ts';
import { showHelp } from './command/show-help.ts';
import { printJson, printNote } from '../cli/platform/print.ts';

showHelp(`Usage: npx platform dev:info

Prints the addresses of the services and the demo data as JSON.`);

try {
  const settings = readProgramSettings(process.env);
  const dataDir = resolve(settings.DATA_DIR);
  const { sso, forum, backend, notifications, web } = await chooseAddresses(settings);
  const demoData = settings.DEMO_DATA ?? isEmbedded(settings);
  const payment = await paymentSettings({ settings, demoData, dataDir });
  const catalog = createProductCatalog(products(paidRecipients(payment), backend.baseUrl));

  const info = {
    sso: sso.baseUrl,
    forum: forum.baseUrl,
    backend: backend.baseUrl,
    notifications: notifications.baseUrl,
    web: web.baseUrl,
    providerAddress: demoData ? demoProvider.address : null,
    notificationsKey: demoData ? await loadDemoApiKey(dataDir) : null,
    notificationsAppId: demoData ? demoApp.appId : null,
    // Signs the status webhooks of the demo app.
    webhookPublicKey: demoData
      ? (await loadDemoWebhookKey(dataDir, await loadMasterKey({ keys: settings.MASTER_KEY, dataDir }))).publicKey
      : null,
    payment: { publicKey: payment.webhookPublicKeys[0] ?? null },
    products: catalog.offers.map(({ id, token, test }) => ({
      id,
      token,
      ...(test && { test }),
    })),
  };
  printJson(info, 2);
} catch (error) {
  printNote(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
