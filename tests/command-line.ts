import { join } from 'node:path';
import { runHere, runWaypost as runOperators } from '../runtime/command/testing/run-waypost.ts';
import { authorsCommands } from '../scripts/author/authors-commands.ts';
import type { Product } from './product.ts';

interface CommandInput {
  /** What is typed or piped in. */
  input?: string;
  variables?: Record<string, string>;
}

/**
 * Runs the command line beside a product, as an operator does, in this process: what a process of its own adds (streams,
 * exit code) is for runtime/command's own tests, and to start one costs more of a core than most commands.
 */
export function commandOutcome(
  { dataDir }: Pick<Product, 'dataDir'>,
  words: readonly string[],
  { input = '', variables = {} }: CommandInput = {},
): Promise<{ code: number; out: string; error: string }> {
  const store: Record<string, string> = process.env.MONGODB_URI
    ? { MONGODB_URI: process.env.MONGODB_URI }
    : {};
  return runHere(dataDir, words, {
    input,
    variables: { ...store, ...variables },
    further: authorsCommands,
  });
}

/**
 * The same for a command that has to succeed.
 * @returns what it printed on standard output
 * @throws Error with all that it said when it does not end with 0
 */
export async function runCommand(
  product: Pick<Product, 'dataDir'>,
  words: readonly string[],
  more: CommandInput = {},
): Promise<string> {
  const { code, out, error } = await commandOutcome(product, words, more);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${out}${error}`);
  return out;
}

/** Runs the command line of a copy of the source, which has the authors' commands, too, as a process of its own. */
export function runWaypost(
  dataDirectory: string,
  words: string[],
  variables: Record<string, string> = {},
): ReturnType<typeof runOperators> {
  const script = join(import.meta.dir, '../scripts/author/main.ts');
  return runOperators(dataDirectory, words, variables, script);
}
