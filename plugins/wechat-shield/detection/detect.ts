import { ShieldStatus } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { CheckedAddress } from '../address/rules.ts';
import { askProvider } from '../providers/ask-provider.ts';
import { giveBack } from '../providers/quota.ts';
import type { StoredProvider } from '../providers/stored.ts';
import { OWN_LIMITS } from '../providers/values.ts';
import { providerResource } from '../screens/we_chat_blocking_detection_configuration/resource.ts';
import type { Status } from '../status/values.ts';
import type { DetectionConfig } from './config.ts';
import { judge } from './judge.ts';
import { requestsFor, standingOf } from './standing.ts';
import type { Vote } from './values.ts';

/** Providers that are asked about one address. */
const MOST_PROVIDERS = 20;

/** What is known of an address, and who said what. */
export interface Detected {
  status: Status;
  votes: Vote[];
  ms: number;
}

/** Those that are on, by their names. */
export async function providersOn(context: PluginContext): Promise<StoredProvider[]> {
  return await context
    .model(providerResource)
    .find({ state: 'on' })
    .sort({ name: 1, _id: 1 })
    .limit(MOST_PROVIDERS)
    .lean();
}

/** Asks all providers about an address at once, and judges what they say. */
export async function detect(
  context: PluginContext,
  address: CheckedAddress,
  given: { config: DetectionConfig; providers: readonly StoredProvider[]; signal?: AbortSignal | undefined },
): Promise<Detected> {
  const { config, providers, signal } = given;
  const begin = performance.now();
  const votes = await Promise.all(
    providers.map((provider) => voteOf(context, provider, { address, canary: config.canary, signal })),
  );
  return { status: judge(votes, config.quorum), votes, ms: Math.round(performance.now() - begin) };
}

/** One that calls everything blocked is not asked, and does not count: the known good address tells. */
async function voteOf(
  context: PluginContext,
  provider: StoredProvider,
  { address, canary, signal }: { address: CheckedAddress; canary: string; signal?: AbortSignal | undefined },
): Promise<Vote> {
  if (canary === '') return askProvider(context, provider, address, { signal });
  if ((await standingOf(context, provider, { canary, signal })).standing === 'lies')
    return {
      provider: String(provider._id),
      name: provider.name,
      status: ShieldStatus.failed,
      fault: 'lies',
      raw: '',
      ms: 0,
      counts: false,
    };
  const requests = requestsFor(context, provider, canary);
  const begin = context.clock.now();
  const vote = await askProvider(context, provider, address, { signal, requests });
  if (OWN_LIMITS.has(vote.fault)) return vote;
  const giveProofBack = async () => {
    if (requests > 1) await giveBack(context, vote.provider, begin);
  };
  if (vote.status !== ShieldStatus.blocked) {
    await giveProofBack();
    return vote;
  }
  const current = await context.model(providerResource).findById(provider._id).lean();
  const { standing, vote: proof } = await standingOf(context, current ?? provider, {
    canary,
    isProof: true,
    signal,
    requests: requests > 1 ? 0 : 1,
  });
  if (proof === undefined) await giveProofBack();
  if (standing === 'trusted') return vote;
  const limit = proof !== undefined && OWN_LIMITS.has(proof.fault) ? proof.fault : undefined;
  return { ...vote, counts: false, fault: limit ?? (standing === 'lies' ? 'lies' : 'unproved') };
}

/**
 * Whether what the operator allows providers at most is why nothing is known of an address: too few could be asked. Those
 * that lie are not asked in any case.
 */
export function isHeldBack(
  { status, votes }: Detected,
  { quorum }: Pick<DetectionConfig, 'quorum'>,
): boolean {
  if (status !== ShieldStatus.failed) return false;
  const limited = votes.filter((vote) => vote.status === ShieldStatus.failed && OWN_LIMITS.has(vote.fault));
  const lying = votes.filter(({ fault }) => fault === 'lies');
  return limited.length > 0 && votes.length - limited.length - lying.length < quorum;
}
