import { dropCapabilities, endWithParent, lowerLimits, renounceNewRights } from './lower-rights.ts';
import { zContainPlan } from './plan.ts';
import { restrictFiles } from './restrict-files.ts';
import { type Kernel, openKernel, syscallNumber } from './syscalls.ts';

/**
 * First program of a plugin's process: gives up what the plugin must not have, and becomes the child. What is given
 * up here would hold for one thread only; after exec there is one thread, from which all others come.
 */
const NICENESS = 5;
const plan = zContainPlan.parse(JSON.parse(process.argv[2] ?? '{}'));
const kernel = openKernel();
const environment: Record<string, string> = { ...plan.environment };
if (kernel !== undefined) {
  endWithParent(kernel);
  lowerLimits(kernel, NICENESS);
  if (renounceNewRights(kernel)) {
    if (plan.restrictFiles && restrictFiles(kernel, plan)) environment.WAYPOST_FILES_CONTAINED = '1';
    dropCapabilities(kernel);
  }
  become(kernel, plan.command, environment);
}
// Another operating system, or exec failed: the child runs here, and says that the files are open to it.
Object.assign(process.env, { ...environment, WAYPOST_FILES_CONTAINED: '0' });
await import(plan.command.at(-1) ?? '');

function become(system: Kernel, command: readonly string[], variables: Record<string, string>): void {
  const path = Buffer.from(`${command[0]}\0`);
  const given = texts(system, command);
  const named = texts(
    system,
    Object.entries(variables).map(([name, value]) => `${name}=${value}`),
  );
  system.call(syscallNumber(system.architecture, 'execve'), path, given.list, named.list);
}

/** A list of C strings; `kept` must live as long as it is used. */
function texts(system: Kernel, values: readonly string[]): { list: BigUint64Array; kept: Buffer[] } {
  const kept = values.map((value) => Buffer.from(`${value}\0`));
  return { list: new BigUint64Array([...kept.map((bytes) => system.address(bytes)), 0n]), kept };
}
