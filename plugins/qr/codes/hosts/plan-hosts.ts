import { VISIT_LINK_MAX_PRINTED } from '@waypost/contract';
import type { DomainName, PluginContext, Session } from '@waypost/sdk';
import { areAlike, meetAlike, spelled } from '../alike-codes.ts';
import type { StoredCode } from '../link.ts';
import { namesAmong } from './domain-names.ts';
import { type HostFault, type StepFault, stepFault } from './faults.ts';
import { isReservedOn, takenPlaces } from './taken.ts';
import {
  HOST_STEPS,
  type HostFields,
  type HostStep,
  type HostSteps,
  hostFields,
  hostsOf,
  placeKey,
  printedOf,
  type StepChange,
  stepsOf,
} from './values.ts';

/** What becomes of the picture that is printed: it has today's address, an older one that goes on answering, or one that ends. */
export type PrintFate = 'same' | 'keeps' | 'stops';

/** What a change of hosts comes to for one code. */
export interface HostPlan {
  code: StoredCode;
  /** What would be stored; undefined: nothing changes, or it cannot be. Another short code only where its host was taken from it. */
  fields: (HostFields & { short_code?: string }) | undefined;
  print: PrintFate;
  fault?: { step: HostStep; fault: HostFault };
}

/** Says what other hosts come to, code by code, and writes nothing. */
export async function planHosts(
  context: PluginContext,
  codes: readonly StoredCode[],
  change: StepChange,
  session?: Session,
): Promise<HostPlan[]> {
  const wanted = HOST_STEPS.flatMap((step) => change[step] || []);
  const names = new Map<string, ReadonlyMap<string, DomainName>>();
  for (const [owner, theirs] of Map.groupBy(codes, (code) => String(code.owner)))
    names.set(owner, await namesAmong(context, owner, [...wanted, ...theirs.map(({ domain }) => domain)]));
  const plans = codes.map((code) => planOf(code, change, names.get(String(code.owner)) ?? new Map()));
  return settlePlaces(context, plans, session);
}

function planOf(code: StoredCode, change: StepChange, names: ReadonlyMap<string, DomainName>): HostPlan {
  const before = stepsOf(code);
  const steps = { ...before };
  for (const step of HOST_STEPS) steps[step] = change[step] ?? before[step];
  const isKept = code.domain === '' || names.has(code.domain);
  return planTo(code, steps, { isKept, fault: stepFault({ steps, before }, names) });
}

/**
 * What it comes to that a code is put on these hosts. `isKept`: whether today's goes on answering for what is printed;
 * `alsoKept`: another one of its way that does, for visits that are under way to it.
 */
export function planTo(
  code: StoredCode,
  steps: HostSteps,
  { isKept, alsoKept = [], fault }: { isKept: boolean; alsoKept?: string[]; fault?: StepFault | undefined },
): HostPlan {
  const before = stepsOf(code);
  const same: HostPlan = { code, fields: undefined, print: 'same' };
  if (fault) return { ...same, fault };
  if (HOST_STEPS.every((step) => steps[step] === before[step])) return same;
  const printed = isKept ? printedOf(code) : (code.printed_domains ?? []);
  const fields = hostFields(steps, [...printed, ...alsoKept]);
  const step = HOST_STEPS.find((one) => steps[one] !== before[one]) ?? 'short_domain';
  if (fields.printed_domains.length > VISIT_LINK_MAX_PRINTED)
    return { ...same, fault: { step, fault: 'full' } };
  const print = fields.domain === code.domain ? 'same' : isKept || stays(code, fields) ? 'keeps' : 'stops';
  return { code, fields, print };
}

/** What was first may go on behind another one, and answers there. */
const stays = ({ domain }: StoredCode, { way_domains }: HostFields): boolean => way_domains.includes(domain);

/**
 * Has the codes stay whose new places are the product's own or another one's, now or before, or one's that comes earlier among
 * them.
 */
export async function settlePlaces(
  context: PluginContext,
  plans: readonly HostPlan[],
  session?: Session,
): Promise<HostPlan[]> {
  const moving = plans.filter(({ fields }) => fields !== undefined);
  const hosts = [...new Set(moving.flatMap(({ code, fields }) => newHostsOf(code, fields)))];
  if (hosts.length === 0) return [...plans];
  const codes = moving.map(({ code }) => code);
  if (session !== undefined) await meetAlike(context, { hosts, codes }, session);
  const taken = await takenPlaces(
    context,
    { hosts, codes, except: moving.map(({ code }) => code._id) },
    session,
  );
  // Where those of the same move stand is theirs as well: what they leave stays on paper.
  const held = new Map<string, StoredCode[]>();
  const hold = (code: StoredCode, places: readonly string[]) => {
    for (const host of places) {
      const key = placeKey(host, spelled(code.short_code).small_code);
      held.set(key, [...(held.get(key) ?? []), code]);
    }
  };
  const isHeld = (code: StoredCode, host: string) =>
    held
      .get(placeKey(host, spelled(code.short_code).small_code))
      ?.some((other) => String(other._id) !== String(code._id) && areAlike(other, code)) ?? false;
  for (const { code } of moving) hold(code, hostsOf(code));
  const reserved = new Set<string>();
  for (const { code, fields } of moving) {
    const { short_code } = code;
    if (await isReservedOn(context, { hosts: newHostsOf(code, fields), short_code }))
      reserved.add(String(code._id));
  }
  return plans.map((plan) => {
    const { code, fields } = plan;
    const id = String(code._id);
    const places = newHostsOf(code, fields);
    const isTaken = places.some((host) => taken.has(placeKey(host, code.short_code)) || isHeld(code, host));
    const isReserved = reserved.has(id);
    if (!isTaken && !isReserved) {
      hold(code, places);
      return plan;
    }
    const before = stepsOf(code);
    const step = HOST_STEPS.find((one) => fields?.[one] !== before[one]) ?? 'short_domain';
    return {
      code,
      fields: undefined,
      print: 'same',
      fault: { step, fault: isReserved ? 'reserved' : 'taken' },
    };
  });
}

function newHostsOf(code: StoredCode, fields: HostFields | undefined): string[] {
  if (fields === undefined) return [];
  const there = new Set(hostsOf(code));
  return hostsOf(fields).filter((host) => !there.has(host));
}
