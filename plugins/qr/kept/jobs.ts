import type { SettingsOf } from '@waypost/contract';
import type { PluginContext, Settings } from '@waypost/sdk';
import type { qrSettings } from '../settings.ts';

type Kept = Pick<SettingsOf<typeof qrSettings>, 'visit_days' | 'visit_addresses'>;

/** What becomes of kept visits by itself: they are kept as the settings say, and the bin is emptied. */
export async function keepVisits(
  context: PluginContext,
  settings: Settings<typeof qrSettings>,
): Promise<void> {
  const apply = ({ visit_days, visit_addresses }: Kept) =>
    context.visits.keepVisits({ days: visit_days, addresses: visit_addresses });
  settings.onChange(async (values) => {
    await apply(values);
    await context.jobs.now('tidy_visits');
  });
  context.jobs.define('tidy_visits', async (_data, signal) => {
    await apply(await settings.get());
    const { purged, shortened } = await context.visits.tidyVisits(signal);
    if (purged > 0) await context.audit({ type: 'qr.visit.purge', after: { count: purged } });
    if (shortened > 0) await context.audit({ type: 'qr.visit.shorten', after: { count: shortened } });
  });
  await context.jobs.every('1 hour', 'tidy_visits');
}
