import { join } from 'node:path';
import { runCommandLine } from './run.ts';
import { startCommand } from './start.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  variables: process.env,
  terminal: processTerminal,
  further: [startCommand(join(import.meta.dir, '../launcher/main.ts'))],
});
