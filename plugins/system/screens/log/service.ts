import type { BodyOf, ResultOf, RowOf } from '@waypost/contract';
import { errors, paging } from '@waypost/contract';
import { createTable, type OperationRun, todayOf } from '@waypost/sdk';
import type { AuditQuery, AuditRecord, PlatformContext } from '@waypost/sdk/platform';
import type { z } from 'zod';
import { administrator } from '../administrators/resource.ts';
import type { logDetails, logExport, logInquire, zLogFilter } from './calls.ts';
import { authorOf, changesOf, contentOf, isId, sourceOf, type Translate, thingName } from './entry-words.ts';
import { LOG_COUNT_LIMIT, type logEntry } from './resource.ts';

type Entry = RowOf<typeof logEntry>;

/** One page, as the caller reads it. */
export async function listEntries(
  context: PlatformContext,
  body: BodyOf<typeof logInquire>,
  translate: Translate,
): Promise<ResultOf<typeof logInquire>> {
  const { page, page_size } = paging(body);
  const order = body.sort_order ?? 'desc';
  // What lies behind is reached by narrowing the list: to pass over a million rows takes as long as to read them.
  const isBeyond = (page - 1) * page_size >= LOG_COUNT_LIMIT;
  const place = {
    page: isBeyond ? 1 : page,
    page_size: isBeyond ? 1 : page_size,
    order,
    most: LOG_COUNT_LIMIT,
  };
  const { records, count, is_at_least } = await context.auditDesk.page(queryOf(body), place);
  const people = await accountsOf(context, records);
  const content = isBeyond ? [] : records.map((record) => rowOf(record, translate, people));
  return { content, count, ...(is_at_least ? { is_at_least } : {}), page, page_size };
}

/** @throws AppError `not_found` 404 */
export async function readEntry(
  context: PlatformContext,
  id: string,
  translate: Translate,
): Promise<ResultOf<typeof logDetails>> {
  const record = await context.auditDesk.find(id);
  if (record === undefined) throw errors.notFound.create();
  return {
    ...rowOf(record, translate, await accountsOf(context, [record])),
    request_id: record.request_id ?? '',
    changes: changesOf(record, translate),
  };
}

const COLUMNS = [
  ...['number', 'time', 'content', 'type', 'user', 'user_id', 'acted_as', 'source', 'ip', 'server_ip'],
  ...['user_agent', 'target', 'before', 'after'],
] as const;

/** Entries whose people are looked up at once, and between two notes of how far it is. */
const PORTION = 500;

/** Writes what a query finds, entry by entry: the log is never in memory. */
export async function exportEntries(
  context: PlatformContext,
  { input, translate, signal, progress, createFile }: OperationRun<{ query: BodyOf<typeof logExport> }>,
): Promise<void> {
  const { format, sort_order = 'desc', sort_field: _, ...filter } = input.query;
  const query = queryOf(filter);
  const place = { page: 1, page_size: 1, order: sort_order, most: LOG_COUNT_LIMIT };
  const { count, is_at_least } = await context.auditDesk.page(query, place);
  const total = is_at_least ? undefined : count;
  progress(0, total);
  const day = todayOf(context);
  const table = await createTable(
    context,
    { createFile },
    {
      name: `${translate('menu.log')} ${day}`,
      columns: COLUMNS.map((column) => translate(`system.log.${column}`)),
      format,
    },
  );
  let done = 0;
  for await (const records of inPortions(context.auditDesk.stream(query, sort_order))) {
    const people = await accountsOf(context, records);
    for (const record of records) {
      signal.throwIfAborted();
      const row: Record<string, unknown> = {
        ...rowOf(record, translate, people),
        type: record.type,
        before: record.before === null ? '' : JSON.stringify(record.before),
        after: record.after === null ? '' : JSON.stringify(record.after),
      };
      await table.write(COLUMNS.map((column) => row[column] as string | number));
    }
    done += records.length;
    progress(done, total === undefined ? undefined : Math.max(total, done));
  }
  progress(done, done);
  await table.end();
}

function queryOf({ time_from, time_to, ...rest }: z.infer<typeof zLogFilter>): AuditQuery {
  const { type, person, acting_for, target, ip } = rest;
  return {
    type,
    person,
    acting_for,
    target,
    ip,
    ...(time_from === undefined ? {} : { from: new Date(time_from) }),
    ...(time_to === undefined ? {} : { to: new Date(time_to) }),
  };
}

async function* inPortions(records: AsyncIterable<AuditRecord>): AsyncGenerator<AuditRecord[]> {
  let portion: AuditRecord[] = [];
  for await (const record of records) {
    portion.push(record);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

/** Accounts of those whom entries are about without naming anybody, by their ids; whoever is gone for good is left out. */
async function accountsOf(
  context: Pick<PlatformContext, 'model'>,
  records: readonly AuditRecord[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    records
      .filter((one) => thingName(one) === '')
      .flatMap(({ target }) => (target !== null && isId(target) ? target : [])),
  );
  if (ids.size === 0) return new Map();
  const found = await context
    .model(administrator)
    .find({ _id: { $in: [...ids] } }, { account: 1 })
    .lean();
  return new Map(found.map(({ _id, account }) => [String(_id), account]));
}

function rowOf(record: AuditRecord, translate: Translate, people: ReadonlyMap<string, string>): Entry {
  const { id, number, time, type, actor, ip, server_ip, user_agent, target } = record;
  const at = time.toISOString();
  return {
    id,
    number,
    type,
    time: at,
    create_time: at,
    update_time: at,
    version: 1,
    content: contentOf(record, translate, people),
    user: authorOf({ account: actor?.account ?? null, via: actor?.via ?? null, ip }, translate),
    user_id: actor?.id ?? '',
    person: actor?.id ?? '',
    acted_as: actor?.as?.account ?? '',
    acting_for: actor?.as?.id ?? '',
    source: sourceOf(record, translate),
    ip: ip ?? '',
    server_ip: server_ip ?? '',
    user_agent: user_agent ?? '',
    target: target ?? '',
  };
}
