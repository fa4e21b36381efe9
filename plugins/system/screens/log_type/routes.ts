import { errors, paging, type ResultOf } from '@waypost/contract';
import { isAuditOptional, type PlatformContext } from '@waypost/sdk/platform';
import { pluginTitle, type Translate, typeWords } from '../log/entry-words.ts';
import { RECORDS_PLACE } from '../log/place.ts';
import { logTypeDetails, logTypeInquire } from './calls.ts';

type Row = ResultOf<typeof logTypeDetails>;

/** Mounts the types that the log has, in words. */
export function mountLogTypes(context: PlatformContext): void {
  context.menu({ ...RECORDS_PLACE, route: 'log_type', sort: 50, icon: 'tags' }, 'system.log_type:read');
  context.call(logTypeInquire, async ({ search = '', recorded, ...place }, { translate }) => {
    const { page, page_size, skip } = paging(place);
    const text = search.trim().toLowerCase();
    const rows = (await readTypes(context, translate)).filter(
      (row) =>
        (recorded === undefined || row.recorded === recorded) &&
        (text === '' || `${row.title} ${row.id}`.toLowerCase().includes(text)),
    );
    return { content: rows.slice(skip, skip + page_size), count: rows.length, page, page_size };
  });
  context.call(logTypeDetails, async ({ id }, { translate }) => {
    const row = (await readTypes(context, translate)).find((one) => one.id === id);
    if (row === undefined) throw errors.notFound.create();
    return row;
  });
}

async function readTypes({ auditDesk }: PlatformContext, translate: Translate): Promise<Row[]> {
  const [types, { unrecorded }] = await Promise.all([auditDesk.types(), auditDesk.config()]);
  return types.map(({ type, plugin, last }) => {
    const time = last.toISOString();
    return {
      id: type,
      type,
      version: 1,
      create_time: time,
      update_time: time,
      last_time: time,
      title: typeWords(type, translate),
      source: pluginTitle(plugin, translate),
      recorded: isAuditOptional(type) ? (unrecorded.includes(type) ? 'no' : 'yes') : 'always',
    };
  });
}
