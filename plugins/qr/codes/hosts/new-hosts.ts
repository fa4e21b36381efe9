import { errors } from '@waypost/contract';
import type { DomainName, PluginContext, Session } from '@waypost/sdk';
import { groupResource } from '../../screens/group/resource.ts';
import { domainNames, namesAmong } from './domain-names.ts';
import { hostRefused, stepFault } from './faults.ts';
import {
  groupSteps,
  HOST_STEPS,
  type HostFields,
  type HostStep,
  type HostSteps,
  hostFields,
  STEP_TYPES,
  stepOfType,
  wayOf,
} from './values.ts';

/** What a body of a new code says of hosts. `domain`: one, put where its kind belongs. */
export type HostWish = Partial<Record<HostStep | 'domain', string | undefined>> & {
  group?: string | null | undefined;
};

/**
 * The hosts that a new code stands on: those that are asked for, and where nothing is those that its group gives, as far as
 * they can still be used. `isHealthy`: where nothing is asked for, a name of the owner that works, if there is any.
 * Errors: `qr.domain_unknown`, `qr.domain_unfit`, `qr.domain_twice` 422 at the field.
 * @param owner whose names they have to be
 */
export async function newHosts(
  context: PluginContext,
  wish: HostWish,
  {
    owner,
    session,
    isHealthy = false,
  }: { owner: string; session?: Session | undefined; isHealthy?: boolean },
): Promise<HostFields> {
  const { domain = '', short_domain = '', entry_domain = '', landing_domain = '' } = wish;
  const asked = { short_domain, entry_domain, landing_domain };
  const defaults = await defaultsOf(context, wish.group, { owner, session });
  const names = await namesAmong(context, owner, [
    ...[domain, ...Object.values(asked)],
    ...Object.values(defaults),
  ]);
  const steps = domain === '' ? asked : withDomain(asked, domain, names);
  const wrong = stepFault({ steps }, names);
  if (wrong) throw hostRefused(wrong.fault, steps[wrong.step], wrong.step);
  if (!isHealthy || HOST_STEPS.some((step) => steps[step] !== ''))
    return hostFields(withDefaults(steps, defaults, names));
  const working = new Map([...names].filter(([, { is_working }]) => is_working));
  const given = withDefaults(steps, defaults, working);
  return hostFields(wayOf(given)[0] === '' ? await healthySteps(context, owner) : given);
}

/** One name of an owner that works, short domains first; none where there is none, or nobody can tell. */
async function healthySteps(context: PluginContext, owner: string): Promise<HostSteps> {
  const steps: HostSteps = { short_domain: '', entry_domain: '', landing_domain: '' };
  const names = domainNames(context);
  for (const type of [STEP_TYPES.short_domain, undefined]) {
    // Those that work come first.
    const [first] = (await names?.usable({ owner, type, limit: 1 })) ?? [];
    if (first?.is_working) return { ...steps, [stepOfType(first.type)]: first.host };
  }
  return steps;
}

function withDomain(asked: HostSteps, domain: string, names: ReadonlyMap<string, DomainName>): HostSteps {
  const name = names.get(domain);
  if (name === undefined) throw hostRefused('unknown', domain, 'domain');
  const step = stepOfType(name.type);
  if (asked[step] !== '' && asked[step] !== domain)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'domain', message: 'qr.fault.domain_elsewhere' }] },
    );
  return { ...asked, [step]: domain };
}

/** A default that cannot be used any more is left out, and so is one that stands in the chain already. */
function withDefaults(
  asked: HostSteps,
  defaults: Partial<HostSteps>,
  names: ReadonlyMap<string, DomainName>,
): HostSteps {
  const steps = { ...asked };
  for (const step of HOST_STEPS) {
    const host = defaults[step] ?? '';
    if (steps[step] !== '' || host === '' || wayOf(steps).includes(host)) continue;
    if (names.get(host)?.type === STEP_TYPES[step]) steps[step] = host;
  }
  return steps;
}

async function defaultsOf(
  context: PluginContext,
  group: string | null | undefined,
  { owner, session }: { owner: string; session?: Session | undefined },
): Promise<Partial<HostSteps>> {
  if (!group) return {};
  // One that is not theirs is refused where the code is put into it.
  const found = await context
    .model(groupResource)
    .findOne({ _id: group, owner })
    .session(session ?? null)
    .lean();
  return found === null ? {} : groupSteps(found);
}
