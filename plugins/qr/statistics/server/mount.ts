import { exportFormat, type PluginContext, type SignedRequest } from '@waypost/sdk';
import { type VisitWish, visitOwner, visitScope } from '../../codes/scope.ts';
import { EXPORT, READ, type StatisticsQuery, statisticsCalls } from '../calls.ts';
import { STATISTICS_PLACE } from '../place.ts';
import { statisticsScreen } from '../screens.ts';
import type { StatisticsArea } from '../values.ts';
import { readBreakdown } from './breakdown.ts';
import { exportStatistics, type StatisticsExport, zStatisticsExport } from './export-statistics.ts';
import { narrowedTo } from './narrowed-to.ts';
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
  place: { parent: 'over_time' | 'sources'; sort: number; icon: string },
): void {
  const screen = statisticsScreen(area);
  const calls = statisticsCalls(area);
  const scopeOf = async (
    query: StatisticsQuery & Pick<VisitWish, 'own'>,
    request: SignedRequest,
  ): Promise<StatisticsScope> => ({
    ...(await visitScope(context, query, request)),
    ...narrowedTo(screen, query),
  });
  context.call(calls.inquire, async (query, request) =>
    readStatistics(context, screen, query, await scopeOf(query, request)),
  );
  context.call(calls.userInquire, async (query, request) =>
    readStatistics(context, screen, query, await scopeOf({ ...query, own: true }, request)),
  );
  context.call(calls.breakdown, async ({ own, ...query }, request) =>
    readBreakdown(context, screen, query, await scopeOf({ ...query, own }, request)),
  );
  context.call(calls.export, async ({ own, owner: wanted, ...query }, request) => {
    const scope = await scopeOf({ ...query, own, owner: wanted }, request);
    const owner = visitOwner({ own, owner: wanted }, request);
    if (query.format !== undefined) await exportFormat(context, query.format);
    // Faults of the range are told to who asks, not to who opens the list of operations.
    const { range, span } = await resolveRange(context, screen, query, scope);
    const { table = 'time' } = query;
    const part = table === 'time' ? '' : ` · ${request.translate(`qr.statistics.by.${table}`)}`;
    return context.operations.start(
      EXPORT_KIND,
      {
        name: `${request.translate(`qr.statistics.title.${area}`)}${part} · ${span.first_day} – ${span.last_day}`,
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
      ...STATISTICS_PLACE,
      ...place,
    },
    READ,
    [EXPORT],
  );
}
