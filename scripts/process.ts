import { dirname } from 'node:path';

/** Folder of the project. */
export const projectRoot = dirname(import.meta.dir);

/** Runs one command with the terminal's own streams; `bun` means the bun that runs this script. Returns its exit code. */
export async function runStep(command: string[], environment: Record<string, string> = {}): Promise<number> {
  const [name = '', ...rest] = command;
  const child = Bun.spawn([name === 'bun' ? process.execPath : name, ...rest], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  return child.exited;
}

/** Milliseconds to wait for the last output of a command that has ended: a process it left behind keeps the pipe open. */
const LAST_OUTPUT = 2_000;

/**
 * Runs one command and returns what it printed; `isLive`: also while it runs, with the terminal's own streams.
 * @param limit milliseconds after which it is ended; none: never
 * @returns `cpuSeconds`: what it and the processes that it waited for took of a core
 */
export async function runWatched(
  command: string[],
  isLive: boolean,
  limit?: number,
): Promise<{ code: number; output: string; cpuSeconds: number }> {
  const [name = '', ...rest] = command;
  const isColoured = process.stdout.isTTY === true && process.env.FORCE_COLOR === undefined;
  const child = Bun.spawn([name === 'bun' ? process.execPath : name, ...rest], {
    cwd: projectRoot,
    env: { ...process.env, ...(isColoured ? { FORCE_COLOR: '1' } : {}) },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(limit === undefined ? {} : { timeout: limit }),
  });
  let output = '';
  const pass = async (stream: ReadableStream<Uint8Array>, target: NodeJS.WriteStream) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      output += decoder.decode(chunk, { stream: true });
      if (isLive) target.write(chunk);
    }
  };
  const passed = Promise.all([pass(child.stdout, process.stdout), pass(child.stderr, process.stderr)]);
  const code = await child.exited;
  await Promise.race([passed, Bun.sleep(LAST_OUTPUT)]);
  return { code, output, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 };
}

/**
 * Prints the end of a program's output and waits until all of it is with its reader. `process.exit` throws away what a
 * slow reader has not taken yet, and the callback of an empty write does not wait for the writes before it.
 * @param text must not be empty
 */
export async function printLast(text: string): Promise<void> {
  await new Promise((resolve) => process.stdout.write(text, resolve));
}
