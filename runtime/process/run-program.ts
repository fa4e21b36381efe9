/** How it is started, as `Bun.spawn` knows it. */
interface Options {
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
  /** Standard input; without one it has none. */
  input?: string;
  /** Milliseconds after which it is ended. */
  timeout?: number;
  /** What ends it then; SIGTERM where nothing is said. */
  killSignal?: NodeJS.Signals;
}

/** What a program that has ended leaves behind. */
export interface Ended {
  code: number;
  /** Its whole output, as UTF-8. */
  out: string;
  /** What it wrote to its error output. */
  error: string;
}

/**
 * Runs a program to its end and keeps what it says: both streams are read while it runs, as one whose pipe is full waits
 * for ever.
 * @throws Error when there is no such program
 */
export async function runProgram(
  command: readonly string[],
  { input, ...options }: Options = {},
): Promise<Ended> {
  const child = Bun.spawn([...command], {
    ...options,
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [code, out, error] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, error };
}
