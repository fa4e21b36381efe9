import { errors, LOCALES } from '@waypost/contract';
import { createTable, type KeptVisit, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { targetName } from '../codes/target-name.ts';
import type { Target } from '../screens/qr_code_list/resource.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { deviceName } from '../screens/visitor/device-name.ts';
import { zKeptVisitExport } from './calls.ts';
import { filterOf, keptTargets } from './service.ts';

/** What an export is started with. `owner`: whose code it has to be still; undefined: anybody's. */
export const zKeptExportInput = z.strictObject({
  query: zKeptVisitExport,
  locale: z.enum(LOCALES),
  owner: z.string().optional(),
});
export type KeptExportInput = z.infer<typeof zKeptExportInput>;

const COLUMNS = [
  'time',
  'ip',
  'location',
  'isp',
  'kind',
  'device',
  'system',
  'app',
  'browser',
  'target',
  'is_crawler',
  'referrer',
  'user_agent',
] as const;

/** Writes the kept visits of a query as a table, portion by portion: neither file nor rows are ever whole in memory. */
export async function exportKept(context: PluginContext, run: OperationRun<KeptExportInput>): Promise<void> {
  const { translate, signal } = run;
  const { owner, query } = run.input;
  const { format, ...wish } = query;
  const code = await context
    .model(codeResource)
    .findOne({ _id: wish.id, ...(owner === undefined ? {} : { owner }) })
    .lean();
  // It may have been given away since: whose it is now did not ask.
  if (code === null) throw errors.notFound.create();
  const filter = filterOf(wish, run.input.locale);
  const { count } = await context.visits.keptVisits({ ...filter, page: 1, page_size: 1 });
  run.progress(0, count);
  const day = todayOf(context);
  const table = await createTable(context, run, {
    name: `${translate('qr.kept_visit.title')} ${code.short_code} ${day}`,
    columns: COLUMNS.map((column) => translate(`qr.kept_visit.${column}`)),
    format,
  });
  const targets = new Map((await keptTargets(context, code)).map(({ key, target }) => [key, target]));
  let done = 0;
  for await (const visits of context.visits.keptVisitStream(filter, signal)) {
    signal.throwIfAborted();
    for (const visit of visits) await table.write(cellsOf(visit, targets, translate));
    done += visits.length;
    // Nobody counts a great many to their end, and others may have come since.
    run.progress(done, Math.max(count, done));
  }
  signal.throwIfAborted();
  await table.end();
}

function cellsOf(
  visit: KeptVisit,
  targets: ReadonlyMap<number, Target>,
  translate: OperationRun<unknown>['translate'],
) {
  const target = targets.get(visit.target);
  const row = {
    ...visit,
    kind: translate(`qr.kept_visit.kind.${visit.kind}`),
    device: deviceName(visit, translate),
    app: translate(`qr.visit.app.${visit.app}`),
    target: target === undefined ? '' : targetName(target, translate),
    is_crawler: translate(visit.is_crawler ? 'qr.kept_visit.crawler.yes' : 'qr.kept_visit.crawler.no'),
  };
  return COLUMNS.map((column) => row[column]);
}
