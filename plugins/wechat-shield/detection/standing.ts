import { ShieldStatus } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { readAddress } from '../address/rules.ts';
import { askProvider } from '../providers/ask-provider.ts';
import type { StoredProvider } from '../providers/stored.ts';
import { OWN_LIMITS, type Standing } from '../providers/values.ts';
import { providerResource } from '../screens/we_chat_blocking_detection_configuration/resource.ts';
import type { Vote } from './values.ts';

/** For so long a provider stands as it was found, milliseconds. */
const FRESH_MS = 30 * 60_000;
/** Younger than this the proof has to be that says "blocked" is meant. */
const PROOF_MS = 30_000;
const SECOND_MS = 1_000;
/** Requests of a minute without which nothing can be proved. */
export const PROVING = 2;

const BY_STATUS: Readonly<Record<number, Standing>> = {
  [ShieldStatus.normal]: 'trusted',
  [ShieldStatus.blocked]: 'lies',
  [ShieldStatus.failed]: 'failing',
};

/** How a provider stands, and what it has just said of the known good address where it had to be asked. */
interface Proof {
  standing: Standing;
  vote: Vote | undefined;
}

/**
 * Requests that asking a provider about one address may take: where "blocked" has to be proved the known good address is asked
 * about too, and without room for that it is not worth its price. One that may be asked once a minute proves nothing in any case.
 */
export function requestsFor(
  context: PluginContext,
  { standing, standing_time, timeout_seconds, per_minute }: StoredProvider,
  canary: string,
): number {
  if (canary === '') return 1;
  const answered = context.clock.now() + timeout_seconds * SECOND_MS;
  const isProven =
    standing === 'trusted' && standing_time !== null && answered - standing_time.getTime() < PROOF_MS;
  return isProven ? 1 : Math.min(PROVING, per_minute);
}

/** How a provider stands by what it says of the known good address, which it is asked about where that is too long ago. */
export async function standingOf(
  context: PluginContext,
  provider: StoredProvider,
  {
    canary,
    isProof = false,
    ...asking
  }: { canary: string; isProof?: boolean; signal?: AbortSignal | undefined; requests?: number },
): Promise<Proof> {
  const { standing, standing_time } = provider;
  const age =
    standing_time === null ? Number.POSITIVE_INFINITY : context.clock.now() - standing_time.getTime();
  // Whoever lies is asked again as seldom as the others: each question is paid for.
  const fresh = !isProof || standing === 'lies' ? FRESH_MS : standing === 'trusted' ? PROOF_MS : 0;
  if (standing !== 'unchecked' && age < fresh) return { standing, vote: undefined };
  return askCanary(context, provider, canary, asking);
}

/**
 * Asks a provider about the known good address and writes down how it stands, with the row and in the hand of the caller:
 * for many addresses it is asked, and paid, once. What an operator's own limit keeps from being asked says nothing of it.
 */
export async function askCanary(
  context: PluginContext,
  provider: StoredProvider,
  canary: string,
  asking: { signal?: AbortSignal | undefined; requests?: number } = {},
): Promise<Proof> {
  const address = readAddress(canary);
  if (address === undefined) return { standing: 'unchecked', vote: undefined };
  const vote = await askProvider(context, provider, address, asking);
  const standing = BY_STATUS[vote.status] ?? 'failing';
  if (OWN_LIMITS.has(vote.fault)) return { standing, vote };
  const set = { standing, standing_fault: vote.fault, standing_time: context.clock.date() };
  const { _id, version } = provider;
  // An operator may have made another one of it meanwhile, which nobody has tried yet.
  await context.model(providerResource).updateOne({ _id, version }, { $set: set }, { timestamps: false });
  Object.assign(provider, set);
  return { standing, vote };
}
