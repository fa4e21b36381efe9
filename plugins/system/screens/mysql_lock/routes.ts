import { paging, type ResultOf } from '@waypost/contract';
import type { DatabaseWork, PlatformContext } from '@waypost/sdk/platform';
import { DATABASE_PLACE } from '../../database/values.ts';
import { workInquire, workKill } from './calls.ts';

type Row = ResultOf<typeof workInquire>['content'][number];
type Translate = (key: string, params?: Record<string, string | number>) => string;

/** Mounts what the database does now. */
export function mountDatabaseWork(context: PlatformContext): void {
  const { databaseDesk } = context;
  context.menu(
    { ...DATABASE_PLACE, route: 'mysql_lock', sort: 28, icon: 'pause-circle' },
    'system.database_work:read',
    ['system.database_work:kill'],
  );
  context.call(workInquire, async ({ search = '', state, sort_order, with_own, ...place }, { translate }) => {
    const { page, page_size, skip } = paging(place);
    const { sees, work } = await databaseDesk.now();
    const text = search.trim().toLowerCase();
    const isAsked = ({ name, shape, asked_by, program, ...row }: Row): boolean =>
      (with_own === true || row.essential === null) &&
      (state === undefined || row.state === state) &&
      (text === '' || `${name} ${shape} ${asked_by} ${program}`.toLowerCase().includes(text));
    const rows = work.map((one) => rowOf(one, translate)).filter(isAsked);
    // What is at it for longest is what others wait for.
    const sign = sort_order === 'asc' ? 1 : -1;
    rows.sort((one, other) => (one.milliseconds - other.milliseconds) * sign);
    const own = work.filter(({ essential }) => essential !== null).length;
    const content = rows.slice(skip, skip + page_size);
    return { content, count: rows.length, page, page_size, sees, own };
  });
  context.call(workKill, async ({ id }, request) => {
    const { work, is_gone } = await databaseDesk.end(id);
    await context.audit({
      type: 'system.database_work.kill',
      target: id,
      before: auditOf(work),
      after: { is_gone },
      request,
    });
    return { is_gone };
  });
}

function rowOf({ holds, since, ...work }: DatabaseWork, translate: Translate): Row {
  return {
    ...work,
    name: [translate(`system.database_work.verb.${work.verb}`), work.collection].filter(Boolean).join(' · '),
    holds: holds.join(', '),
    since: since.toISOString(),
  };
}

const auditOf = ({
  verb,
  command,
  collection,
  shape,
  program,
  asked_by,
  milliseconds,
  holds,
}: DatabaseWork) => ({
  verb,
  command,
  collection,
  shape,
  program,
  asked_by,
  milliseconds,
  holds: holds.join(', '),
});
