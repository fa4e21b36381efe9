import type { PluginContext } from '@waypost/sdk';
import type { ReadSettings } from '../../settings.ts';
import { historyOf } from '../../watching/history.ts';
import type { Surroundings } from '../../watching/look.ts';
import { checkWatchCall, watchHistoryCall } from './calls.ts';
import { watchResource } from './resource.ts';
import { bindWatches, checkNow, findWatch } from './service.ts';

const READ = 'domain.watch:read';
const READ_ALL = 'domain.watch:read_all';
const CHECK = 'domain.watch:check';
const SHOWN_DAYS = 30;

/** Mounts how domains are, for their owners and for operators; docs/http.md, "Watched domains". */
export function mountWatches(
  context: PluginContext,
  { around, readSettings }: { around: () => Promise<Surroundings>; readSettings: ReadSettings },
): void {
  context.resource(watchResource, bindWatches(context));
  context.call(checkWatchCall, async ({ id }, request) =>
    checkNow(context, await findWatch(context, id, request), await around()),
  );
  context.call(watchHistoryCall, async ({ id, days = SHOWN_DAYS }, request) => {
    await findWatch(context, id, request);
    const { watch_history_days } = await readSettings();
    return {
      days: await historyOf(context, id, days),
      kept_days: watch_history_days,
      time_zone: context.platform.timeZone,
    };
  });
  context.menu(
    {
      route: 'domain_monitor',
      parent: 'domains',
      sort: 80,
      icon: 'eye',
      roles: ['administrator', 'agent', 'customer'],
    },
    READ,
    [CHECK],
  );
  context.menu(
    {
      route: 'admin_domain_monitor',
      parent: 'domains',
      sort: 78,
      icon: 'live-broadcast',
      hiddenFor: READ,
      roles: ['administrator'],
    },
    READ_ALL,
    [READ, CHECK],
  );
}
