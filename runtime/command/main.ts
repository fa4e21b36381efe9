import { runCommandLine } from './run.ts';

process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  variables: process.env,
  terminal: {
    out: (text) => process.stdout.write(`${text}\n`),
    error: (text) => process.stderr.write(`${text}\n`),
    readInput: () => Bun.stdin.text(),
  },
});
