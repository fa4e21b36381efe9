import type { UncountedVisits } from '../../visit/index.ts';
import type { Manifest } from './manifest.ts';

/** What an archive does not hold, by machine. @param files of the journals in it, `<journal>/<segment>` */
export function leftElsewhere(
  uncounted: readonly UncountedVisits[],
  files: ReadonlySet<string>,
): Manifest['elsewhere'] {
  const here = new Set([...files].map((path) => path.split('/')[0]));
  const machines = new Map<string, number>();
  for (const { journal, machine, visits } of uncounted)
    if (!here.has(journal)) machines.set(machine, (machines.get(machine) ?? 0) + visits);
  return [...machines]
    .map(([machine, visits]) => ({ machine, visits }))
    .sort((one, other) => (one.machine < other.machine ? -1 : 1));
}

/** A sentence for each machine, the same for a backup and its restore. */
export const saidElsewhere = ({ elsewhere }: Pick<Manifest, 'elsewhere'>): string[] =>
  elsewhere.map(
    ({ machine, visits }) =>
      `${visits} ${visits === 1 ? 'visit' : 'visits'} of ${machine} not counted at that moment: not in this archive, only in the journal of that machine.`,
  );
