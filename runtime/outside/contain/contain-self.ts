import type { Containment } from '../protocol.ts';
import { filterCalls } from './filter-calls.ts';
import { renounceNewRights } from './lower-rights.ts';
import { openKernel } from './syscalls.ts';

/** Before any line of the plugin runs. What was done before this process became itself is in its environment. */
export function containSelf(): Containment {
  const kernel = openKernel();
  const isFiltered = kernel !== undefined && renounceNewRights(kernel) && filterCalls(kernel);
  return {
    network: isFiltered ? 'kernel' : 'runtime',
    files: process.env.WAYPOST_FILES_CONTAINED === '1' ? 'kernel' : 'none',
    programs: isFiltered ? 'kernel' : 'none',
  };
}
