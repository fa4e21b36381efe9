import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';

/** Requests to one provider on one day of TIME_ZONE. */
interface ProviderDay {
  /** `<provider> <yyyy-mm-dd>` */
  _id: string;
  count: number;
  time: Date;
}

const KEPT_SECONDS = 3 * 86_400;
const COLLECTION: CollectionDeclaration<ProviderDay> = {
  name: 'provider_day',
  onUninstall: 'drop',
  fields: { _id: String, count: Number, time: Date },
  indexes: [{ keys: { time: 1 }, expireAfterSeconds: KEPT_SECONDS }],
};

export const providerDays = (context: PluginContext) => context.collection(COLLECTION);

/**
 * Counts one request to a provider before it is sent: what was refused for the quota is not counted.
 * Errors: `qr.provider_quota` 429.
 */
export async function takeFromQuota(
  context: PluginContext,
  provider: { id: string; name: string; daily_quota: number },
): Promise<void> {
  const _id = `${provider.id} ${today(context)}`;
  const model = providerDays(context);
  const taken = await model
    .findOneAndUpdate(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { time: context.clock.date() } },
      { upsert: true, returnDocument: 'after' },
    )
    .lean();
  const { daily_quota: quota, name } = provider;
  if (quota === 0 || (taken?.count ?? 0) <= quota) return;
  await model.updateOne({ _id }, { $inc: { count: -1 } });
  throw qrErrors.providerQuota.create({ name, quota });
}

/** Requests of today by provider. */
export async function usedToday(
  context: PluginContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const day = today(context);
  const rows = await providerDays(context)
    .find({ _id: { $in: ids.map((id) => `${id} ${day}`) } })
    .lean();
  return new Map(rows.map(({ _id, count }) => [_id.split(' ', 1)[0] ?? '', count]));
}

const today = ({ clock, platform }: PluginContext): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: platform.timeZone }).format(clock.now());
