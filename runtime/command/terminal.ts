/** Where a command line writes and reads. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  readInput(): Promise<string>;
}

/** The streams of this process. */
export const processTerminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  readInput: () => Bun.stdin.text(),
};
