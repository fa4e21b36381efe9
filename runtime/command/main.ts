import { runCommandLine } from './run.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  variables: process.env,
  terminal: processTerminal,
});
