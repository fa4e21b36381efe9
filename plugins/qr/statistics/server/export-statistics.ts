import { type CsvValue, createTable, type OperationRun, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { visitScopeNow } from '../../codes/scope.ts';
import { type ExportQuery, type Statistics, zExportQuery } from '../calls.ts';
import type { Dimension } from '../dimensions/values.ts';
import { statisticsScreen } from '../screens.ts';
import { PICTURE_LABEL, type StatisticsArea } from '../values.ts';
import { readSlices } from './breakdown.ts';
import { withCodeNames } from './code-names.ts';
import { narrowedTo } from './narrowed-to.ts';
import { readStatistics, type StatisticsScope } from './read-statistics.ts';

/** What an export is started with. `owner`: whose codes; undefined: everyone's. */
export const zStatisticsExport = z.strictObject({
  area: z.string(),
  query: zExportQuery.omit({ own: true, owner: true }),
  owner: z.string().optional(),
});
export type StatisticsExport = z.infer<typeof zStatisticsExport>;

const AT_ONCE = 500;

/** Writes one table of a statistics screen. */
export async function exportStatistics(
  context: PluginContext,
  run: OperationRun<StatisticsExport>,
): Promise<void> {
  const { input, translate } = run;
  const screen = statisticsScreen(input.area as StatisticsArea);
  const { table = 'time', format, ...query } = input.query;
  const scope: StatisticsScope = {
    ...(await visitScopeNow(context, { owner: input.owner, link: query.link })),
    ...narrowedTo(screen, query),
  };
  const statistics = await readStatistics(context, screen, query, scope);
  const [columns = [], ...rows] =
    table === 'time'
      ? timeRows(statistics, translate)
      : await sliceRows(context, { ...query, dimension: table }, { screen, scope, translate });
  const { first_day, last_day } = statistics;
  const title = translate(`qr.statistics.title.${screen.area}`);
  const part = table === 'time' ? '' : ` ${translate(`qr.statistics.by.${table}`)}`;
  const file = await createTable(context, run, {
    name: `${title}${part} ${first_day} ${last_day}`,
    columns: columns.map(String),
    format,
  });
  for (const [index, row] of rows.entries()) {
    await file.write(row);
    if (index % AT_ONCE === 0) {
      run.signal.throwIfAborted();
      run.progress(index, rows.length);
    }
  }
  await file.end();
  run.progress(rows.length, rows.length);
}

type Translate = OperationRun<unknown>['translate'];

function timeRows(statistics: Statistics, translate: Translate): CsvValue[][] {
  const { points, previous_points } = statistics;
  const hasPrevious = previous_points !== null;
  const has = (name: 'ip_view_number' | 'new_visitor_number') => points.some((point) => point[name] !== null);
  const head = [
    translate('qr.statistics.time'),
    translate('qr.statistics.view_number'),
    ...(has('ip_view_number') ? [translate('qr.statistics.ip_view_number')] : []),
    ...(has('new_visitor_number') ? [translate('qr.statistics.new_visitor_number')] : []),
    ...(hasPrevious
      ? [translate('qr.statistics.time_before'), translate('qr.statistics.view_number_before')]
      : []),
  ];
  return [
    head,
    ...points.map((point, index) => {
      const before = previous_points?.[index];
      return [
        point.key.replace('T', ' '),
        point.view_number,
        ...(has('ip_view_number') ? [point.ip_view_number] : []),
        ...(has('new_visitor_number') ? [point.new_visitor_number] : []),
        ...(hasPrevious ? [before?.key.replace('T', ' ') ?? '', before?.view_number] : []),
      ];
    }),
  ];
}

async function sliceRows(
  context: PluginContext,
  query: Omit<ExportQuery, 'table' | 'own'> & { dimension: Dimension },
  {
    screen,
    scope,
    translate,
  }: { screen: ReturnType<typeof statisticsScreen>; scope: StatisticsScope; translate: Translate },
): Promise<CsvValue[][]> {
  const { slices: found } = await readSlices(context, screen, query, scope);
  const slices = query.dimension === 'code' ? await withCodeNames(context, found, scope) : found;
  slices.sort((first, second) => second.view_number - first.view_number);
  const isCode = query.dimension === 'code';
  const hasNew = slices.some(({ new_visitor_number }) => new_visitor_number !== null);
  const hasPrevious = slices.some(({ previous_view_number }) => previous_view_number !== null);
  return [
    [
      translate(`qr.statistics.by.${query.dimension}`),
      ...(isCode ? [translate('qr.code.short_code')] : []),
      translate('qr.statistics.view_number'),
      translate('qr.statistics.share'),
      ...(hasPrevious ? [translate('qr.statistics.view_number_before')] : []),
      ...(hasNew ? [translate('qr.statistics.new_visitor_number')] : []),
    ],
    ...slices.map((slice) => [
      exportedLabel(query.dimension, slice, translate),
      ...(isCode ? [slice.short_code] : []),
      slice.view_number,
      Math.round(slice.share * 10_000) / 10_000,
      ...(hasPrevious ? [slice.previous_view_number] : []),
      ...(hasNew ? [slice.new_visitor_number] : []),
    ]),
  ];
}

/** What stands for a value that has no name of its own. */
function exportedLabel(
  dimension: Dimension,
  { value, label }: { value: string; label: string },
  translate: Translate,
): string {
  if (dimension === 'group' && label === '') return translate('qr.statistics.group.none');
  if (dimension !== 'target' || value === '~') return label;
  if (label === '') return translate('qr.kept_visit.target.former');
  return label === PICTURE_LABEL ? translate('qr.code.target.picture') : label;
}
