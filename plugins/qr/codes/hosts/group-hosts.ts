import type { PluginContext, Stored } from '@waypost/sdk';
import type { groupResource } from '../../screens/group/resource.ts';
import { requireDomains } from './change-hosts.ts';
import { domainNames, namesAmong } from './domain-names.ts';
import { hostRefused, stepFault } from './faults.ts';
import { groupSteps, HOST_STEPS, type HostSteps, STEP_TYPES, type StepChange } from './values.ts';

type Hosts = Partial<Pick<Stored<typeof groupResource>, keyof HostSteps>>;

/**
 * Makes sure that a group may give these hosts; what stays as it was is not asked about.
 * Errors: `qr.domains_off` 409; `qr.domain_unknown`, `qr.domain_unfit`, `qr.domain_twice` 422 at the field.
 */
export async function requireGroupHosts(
  context: PluginContext,
  change: StepChange,
  { owner, group = {} }: { owner: string; group?: Hosts | undefined },
): Promise<void> {
  const before = groupSteps(group);
  const steps = { ...before };
  for (const step of HOST_STEPS) steps[step] = change[step] ?? before[step];
  if (HOST_STEPS.every((step) => steps[step] === before[step])) return;
  requireDomains(context);
  const names = await namesAmong(context, owner, Object.values(steps));
  const wrong = stepFault({ steps, before }, names);
  if (wrong) throw hostRefused(wrong.fault, steps[wrong.step], wrong.step);
}

/** Hosts of groups that their owners may not use any more, by the id of the group; none while nobody can tell. */
export async function unusableHosts(
  context: PluginContext,
  groups: readonly (Hosts & { id: string; owner?: string })[],
): Promise<Map<string, string[]>> {
  const unusable = new Map<string, string[]>();
  if (domainNames(context) === undefined) return unusable;
  for (const [owner, theirs] of Map.groupBy(groups, (group) => group.owner ?? '')) {
    const names = await namesAmong(
      context,
      owner,
      theirs.flatMap((group) => Object.values(groupSteps(group))),
    );
    for (const group of theirs) {
      const steps = groupSteps(group);
      const lost = HOST_STEPS.filter(
        (step) => steps[step] !== '' && names.get(steps[step])?.type !== STEP_TYPES[step],
      );
      unusable.set(
        group.id,
        lost.map((step) => steps[step]),
      );
    }
  }
  return unusable;
}
