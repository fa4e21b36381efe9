import { exportFormat, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { seesEveryOwner } from '../../codes/scope.ts';
import { EXPORT, READ, type StatisticsQuery, statisticsCalls } from '../calls.ts';
import { type StatisticsScreen, statisticsScreen } from '../screens.ts';
import type { StatisticsArea } from '../values.ts';
import { readBreakdown } from './breakdown.ts';
import { exportStatistics, type StatisticsExport, zStatisticsExport } from './export-statistics.ts';
import { readStatistics, type StatisticsScope } from './read-statistics.ts';
import { resolveRange } from './resolve-range.ts';

const EXPORT_KIND = 'statistics_export';

/** Defines what all statistics screens share: their exports. */
export function defineStatisticsExport(context: PluginContext): void {
  context.operations.define(EXPORT_KIND, {
    input: zStatisticsExport,
    run: (run) => exportStatistics(context, run),
  });
}

/** Mounts one statistics screen: its calls and its place in the menu. */
export function mountStatistics(
  context: PluginContext,
  area: StatisticsArea,
  place: { sort: number; icon: string },
): void {
  const screen = statisticsScreen(area);
  const calls = statisticsCalls(area);
  const ownerOf = (request: SignedRequest, isOwn: boolean | undefined): string | undefined =>
    isOwn || !seesEveryOwner(request) ? request.caller.id : undefined;
  const scopeOf = (query: StatisticsQuery, owner: string | undefined): StatisticsScope => ({
    owner,
    link: query.link,
    kind: kindOf(screen, query),
  });
  context.call(calls.inquire, (query, request) =>
    readStatistics(context, screen, query, scopeOf(query, ownerOf(request, false))),
  );
  context.call(calls.userInquire, (query, request) =>
    readStatistics(context, screen, query, scopeOf(query, ownerOf(request, true))),
  );
  context.call(calls.breakdown, ({ own, ...query }, request) =>
    readBreakdown(context, screen, query, scopeOf(query, ownerOf(request, own))),
  );
  context.call(calls.export, async ({ own, ...query }, request) => {
    const owner = ownerOf(request, own);
    if (query.format !== undefined) await exportFormat(context, query.format);
    // Faults of the range are told to who asks, not to who opens the list of operations.
    const { range, span } = await resolveRange(context, screen, query, scopeOf(query, owner));
    const { table = 'time' } = query;
    const part = table === 'time' ? '' : ` · ${request.translate(`qr.statistics.by.${table}`)}`;
    return context.operations.start(
      EXPORT_KIND,
      {
        name: `${request.translate(`menu.${area}`)}${part} · ${span.first_day} – ${span.last_day}`,
        input: {
          area,
          query: { ...query, ...span, range },
          ...(owner === undefined ? {} : { owner }),
        } satisfies StatisticsExport,
      },
      request,
    );
  });
  context.menu(
    {
      route: area,
      parent: 'statistics',
      ...place,
      roles: ['administrator', 'agent', 'customer'],
    },
    READ,
    [EXPORT],
  );
}

function kindOf(screen: StatisticsScreen, { kind }: StatisticsQuery): StatisticsScope['kind'] {
  return screen.kind ?? (screen.hasKinds ? kind : undefined);
}
