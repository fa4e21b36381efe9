import { type CollectionDeclaration, dayOf, type PluginContext, todayOf } from '@waypost/sdk';
import type { VoteFault } from './values.ts';

/** What was counted of somebody in some span of time. */
interface Count {
  /** `<who> <span>`: a provider or an account, and a day of TIME_ZONE or a minute. */
  _id: string;
  count: number;
  time: Date;
}

const KEPT_SECONDS = 3 * 86_400;
const MINUTE_MS = 60_000;
/** Digits behind the point of an amount. */
const DECIMALS = 6;
const COLLECTION: CollectionDeclaration<Count> = {
  name: 'count',
  onUninstall: 'drop',
  fields: { _id: String, count: Number, time: Date },
  indexes: [{ keys: { time: 1 }, expireAfterSeconds: KEPT_SECONDS }],
};

export const counts = (context: PluginContext) => context.collection(COLLECTION);

/** An amount in millionths. */
export function millionths(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole) * 10n ** BigInt(DECIMALS) + BigInt(part.padEnd(DECIMALS, '0'));
}

/** What so many requests cost, without zeros at its end. */
export function costOf(requests: number, cost: string): string {
  const sum = (millionths(cost) * BigInt(requests)).toString().padStart(DECIMALS + 1, '0');
  const part = sum.slice(-DECIMALS).replace(/0+$/, '');
  return part === '' ? sum.slice(0, -DECIMALS) : `${sum.slice(0, -DECIMALS)}.${part}`;
}

/** Requests that a day may have by its cost; undefined: no limit. */
function affordable(cost: string, cap: string): number | undefined {
  const [one, most] = [millionths(cost), millionths(cap)];
  if (one === 0n || most === 0n) return undefined;
  const requests = most / one;
  return requests > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(requests);
}

interface Limits {
  id: string;
  daily_quota: number;
  per_minute: number;
  cost: string;
  daily_cap: string;
}

/** Counts requests to a provider before they are sent: all or none. @returns why they must not be; empty: they may, and were counted */
export async function takeRequests(
  context: PluginContext,
  provider: Limits,
  requests = 1,
): Promise<VoteFault> {
  const { id, per_minute } = provider;
  const [minute, day] = spansOf(context, id);
  if (!(await take(context, minute, { limit: per_minute, count: requests }))) return 'rate';
  const { limit, isByCost } = dayLimit(provider);
  if (await take(context, day, { limit, count: requests })) return '';
  return isByCost ? 'cap' : 'quota';
}

/** Takes back one request that was counted and not sent. @param now when it was counted */
export async function giveBack(context: PluginContext, id: string, now: number): Promise<void> {
  await counts(context).updateMany(
    { _id: { $in: [...spansOf(context, id, now)] }, count: { $gt: 0 } },
    { $inc: { count: -1 } },
  );
}

/** Providers that may be asked so often now by their limits; nothing is counted. */
export async function withRoom<P extends Limits>(
  context: PluginContext,
  providers: readonly P[],
  requestsOf: (provider: P) => number,
): Promise<P[]> {
  const ids = providers.flatMap(({ id }) => spansOf(context, id));
  const rows = await counts(context)
    .find({ _id: { $in: ids } })
    .lean();
  const taken = new Map(rows.map(({ _id, count }) => [_id, count]));
  return providers.filter((provider) => {
    const [minute, day] = spansOf(context, provider.id);
    const { limit = Number.POSITIVE_INFINITY } = dayLimit(provider);
    const most = (span: string) => (taken.get(span) ?? 0) + requestsOf(provider);
    return most(minute) <= provider.per_minute && most(day) <= limit;
  });
}

/** What requests of this minute and of this day are counted under. */
const spansOf = (context: PluginContext, id: string, now = context.clock.now()) =>
  [`${id} m${Math.floor(now / MINUTE_MS)}`, `${id} ${dayOf(context.platform.timeZone, now)}`] as const;

/** Requests that a day may have, and whether that is by what they cost. */
function dayLimit({ daily_quota, cost, daily_cap }: Limits): {
  limit: number | undefined;
  isByCost: boolean;
} {
  const most = affordable(cost, daily_cap);
  const isByCost = most !== undefined && (daily_quota === 0 || most < daily_quota);
  return { isByCost, limit: isByCost ? most : daily_quota === 0 ? undefined : daily_quota };
}

/** Counts one check that an account has asked for. @returns whether it may have it */
export const takeCheck = (context: PluginContext, account: string, most: number): Promise<boolean> =>
  take(context, `account ${account} ${todayOf(context)}`, { limit: most, count: 1 });

/** Counts up; beyond the limit nothing is counted. */
async function take(
  context: PluginContext,
  _id: string,
  { limit, count }: { limit: number | undefined; count: number },
): Promise<boolean> {
  const model = counts(context);
  const taken = await model
    .findOneAndUpdate(
      { _id },
      { $inc: { count }, $setOnInsert: { time: context.clock.date() } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean();
  if (limit === undefined || (taken?.count ?? 0) <= limit) return true;
  await model.updateOne({ _id }, { $inc: { count: -count } });
  return false;
}

/** Requests of today by provider. */
export async function usedToday(
  context: PluginContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const day = todayOf(context);
  const rows = await counts(context)
    .find({ _id: { $in: ids.map((id) => `${id} ${day}`) } })
    .lean();
  return new Map(rows.map(({ _id, count }) => [_id.split(' ', 1)[0] ?? '', count]));
}
