import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artefacts, nodeVersions, openMachine } from './machine.ts';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

test.each(nodeVersions)(
  'packages: on Node %s npm installs SDK and executables into an empty folder, and they run',
  async (node) => {
    const machine = openMachine(node);
    const archives = readdirSync(artefacts).filter((name) => /^platform-(?:sdk|agent-id-\w+)-.*\.tgz$/.test(name));
    const executables = archives.flatMap((name) => /^platform-(agent-id-\w+)-/.exec(name)?.[1] ?? []);
    expect(executables).toHaveLength(5);
    expect(archives).toHaveLength(6);
    for (const name of archives) cpSync(join(artefacts, name), join(machine.folder, name));
    const installed = await machine.run(
      `npm init --yes >/dev/null && npm install --no-audit --no-fund ${archives.map((name) => `./${name}`).join(' ')}`,
    );
    expect(installed).toMatchObject({ code: 0, stderr: '' });
    for (const name of executables) {
      const { code, stdout } = await machine.run(`npx ${name} --version && npx ${name} --help`);
      expect([name, code]).toEqual([name, 0]);
      expect(stdout).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+\\n${name} \\d`));
    }
    expect((await machine.run(`AGENT_ID_STATE_DIR=$PWD/agent npx agent-id-core init`)).stdout).toContain('"ok": true');
    const served = await machine.run(`echo '${initialize}' | npx agent-id-mcp`);
    expect(JSON.parse(served.stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'agent-id-mcp' } } });
    const sdk = await machine.run(
      `node --input-type=module -e "import { SsoClient } from '@platform/sdk/sso-client'; console.log(typeof SsoClient)"
       node -e "console.log(typeof require('@platform/sdk/webhooks').verifyWebhook)"`,
    );
    expect(sdk).toMatchObject({ code: 0, stdout: 'function\nfunction\n', stderr: '' });
  },
);
