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
