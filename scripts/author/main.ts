import { join } from 'node:path';
import { runCommandLine } from '../../runtime/command/run.ts';
import { startCommand } from '../../runtime/command/start.ts';
import { processTerminal } from '../../runtime/command/terminal.ts';
import { authorsCommands } from './authors-commands.ts';

// The command line of a copy of the source: what a server's has, and the authors' commands.
process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  variables: process.env,
  terminal: processTerminal,
  // Here the pages are built first, where they are stale.
  further: [startCommand(join(import.meta.dir, '../start.ts')), ...authorsCommands],
  program: 'npm run -s waypost --',
});
