import { runDemo } from '../cli/platform/demo/run-demo.ts';
import { print, printNote } from '../cli/platform/print.ts';
import { showHelp } from './command/show-help.ts';
import { postOverMcp } from './demo/post-over-mcp.ts';

showHelp(`Usage: npm run demo

Demonstrates the platform with its own programs. Uses a running platform or starts one, keeps its agent and
software phone in DATA_DIR/demo, and can be repeated.`);

// The same as `platform demo`, and an MCP client of another project.
await runDemo({ env: process.env, print, moreSteps: postOverMcp }).catch((error: unknown) => {
  printNote(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
