import { DOMAIN_ALERT_POINT, type PluginContext, titledPoint } from '@waypost/sdk';
import { DOMAIN_PROVED, DOMAIN_RELEASED } from '../domains/changed.ts';
import type { FindOwnPlace } from '../place/own-place.ts';
import type { ReadSettings } from '../settings.ts';
import { tidyHistory } from './history.ts';
import { keepWatches } from './keep-watches.ts';
import { createAround } from './surroundings.ts';
import { tellAlerts } from './tell-alerts.ts';
import { watchRound } from './watch-round.ts';

const WATCH = 'watch_domains';
const TIDY = 'tidy_watches';

/** Watches the names that are held: how they are found, whether visits come, and until when. @returns what looks rest on */
export async function mountWatching(
  context: PluginContext,
  { findPlace, readSettings }: { findPlace: FindOwnPlace; readSettings: ReadSettings },
) {
  const around = createAround(context, { findPlace, readSettings });
  context.points.offer(titledPoint(DOMAIN_ALERT_POINT, '1.1.0', ['deliver']));
  let isKept = false;
  context.jobs.define(WATCH, async (_data, signal) => {
    const now = await around();
    // Names that came while the plugin was off; the others come one by one.
    if (!isKept) await keepWatches(context, { spreadMs: now.intervalMs });
    isKept = true;
    await watchRound(context, now, signal);
    await tellAlerts(context);
  });
  await context.jobs.every('10 seconds', WATCH);
  context.jobs.define(TIDY, async () => {
    const { watch_history_days, watch_minutes } = await readSettings();
    await keepWatches(context, { spreadMs: watch_minutes * 60_000 });
    await tidyHistory(context, watch_history_days);
  });
  await context.jobs.every('1 hour', TIDY);
  const follow = (payload: unknown) => keepWatches(context, { hosts: [hostOf(payload)], spreadMs: 0 });
  context.events.on(DOMAIN_PROVED, follow);
  context.events.on(DOMAIN_RELEASED, follow);
  context.hooks.after('domain.domain.update', ({ row }) =>
    keepWatches(context, { hosts: [String(row?.name ?? '')], spreadMs: 0 }),
  );
  return around;
}

const hostOf = (payload: unknown): string => String((payload as { host?: unknown }).host ?? '');
