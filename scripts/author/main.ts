import { runCommandLine } from '../../runtime/command/run.ts';
import { processTerminal } from '../../runtime/command/terminal.ts';
import { authorsCommands } from './authors-commands.ts';

// The command line of a copy of the source: what a server's has, and the authors' commands.
process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  variables: process.env,
  terminal: processTerminal,
  further: authorsCommands,
  program: 'npm run -s waypost --',
});
