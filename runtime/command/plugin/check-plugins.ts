import { checkRelease } from '@waypost/sdk/conformance/release';
import type { KeptPlugin } from '../command.ts';
import { failureText } from '../failure-text.ts';

/** What is wrong with the plugins that are kept, one sentence each: damaged archives and broken rules. */
export async function checkPlugins(kept: readonly KeptPlugin[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, release, read } of kept) {
    try {
      for (const { rule, path, message } of checkRelease(await read()))
        faults.push(`${id} ${release}: ${rule}: ${path} ${message}`);
    } catch (error) {
      faults.push(`${id} ${release}: ${await failureText(error)}`);
    }
  }
  return faults;
}
