import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceFault } from '@waypost/sdk/conformance';
import { z } from 'zod';
import { runProgram } from '../../runtime/process/run-program.ts';

const zFaults = z.array(z.object({ rule: z.string(), path: z.string(), message: z.string() }));

/** Runs in the plugin's folder, with the SDK that it names: what its author has tried is what is judged. */
const SUITE = `
const { checkPluginFolder } = await import('@waypost/sdk/conformance');
const { server } = await Bun.file('plugin.json').json();
const { plugin } = await import(process.cwd() + '/' + server);
const faults = await checkPluginFolder(process.cwd(), plugin);
await Bun.write(Bun.stdout, JSON.stringify(faults));
process.exit(0);
`;

/**
 * Holds a plugin's folder, with its pages built, against every rule that its code has to run for: a setup that the
 * product would refuse is found before anybody installs it.
 * @returns undefined where the folder has no packages, so that nothing of it can run
 * @throws Error with what the plugin's code printed when it cannot be loaded
 */
export async function checkFolder(
  folder: string,
): Promise<Pick<ConformanceFault, 'path' | 'message' | 'rule'>[] | undefined> {
  if (!existsSync(join(folder, 'node_modules'))) return undefined;
  const { code, out, error } = await runProgram([process.execPath, '-e', SUITE], { cwd: folder });
  if (code !== 0) throw new Error(`the plugin in ${folder} cannot be checked:\n${error}`);
  return zFaults.parse(JSON.parse(out)) as ConformanceFault[];
}
