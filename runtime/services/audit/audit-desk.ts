import type { Clock } from '@waypost/sdk';
import type { AuditCheck, AuditDesk, AuditQuery, AuditRecord } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import type { AuditDocument, SettingDocument } from '../collections.ts';
import { auditChainBroken } from './audit-errors.ts';
import type { Checkpoints } from './checkpoint.ts';
import type { LogConfig } from './log-config.ts';
import type { AuditLogWithPending } from './pending-entries.ts';
import { removeOld } from './remove-old.ts';

const CHECK_ID = 'audit-check';
/** Most entries about one object that are looked up by it when something else narrows them further. */
const MOST_OF_ONE = 10_000;
/** Entries that a stream holds. */
const PORTION = 200;

/** The log as its screens see it. Every read first brings in what waits for its place. */
export function createAuditDesk(parts: {
  collection: Collection<AuditDocument>;
  settings: Collection<SettingDocument>;
  checkpoints: Checkpoints;
  log: AuditLogWithPending & { takeOver(): Promise<void> };
  config: LogConfig;
  clock: Clock;
}): AuditDesk {
  const { collection, settings, checkpoints, log, config, clock } = parts;

  /** What follows from the query; of what is about one object its entries are found first, so that one index does. */
  async function filterOf(query: AuditQuery): Promise<Record<string, unknown>> {
    const { type, person, acting_for, target, ip, from, to } = query;
    const time = { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) };
    return {
      ...(target === undefined ? {} : { _id: { $in: await idsAbout(collection, target) } }),
      ...(type === undefined ? {} : { type }),
      ...(person === undefined ? {} : { 'actor.id': person }),
      ...(acting_for === undefined ? {} : { 'actor.as.id': acting_for }),
      ...(ip === undefined ? {} : { ip }),
      ...(Object.keys(time).length === 0 ? {} : { time }),
    };
  }
  const found = (filter: Record<string, unknown>, order: 'asc' | 'desc') =>
    collection.find(filter as never).sort(order === 'asc' ? { time: 1, seq: 1 } : { time: -1, seq: -1 });

  return {
    async page(query, { page, page_size, order, most }) {
      await log.takeOver();
      const filter = await filterOf(query);
      const isWhole = Object.keys(filter).length === 0;
      const [entries, count] = await Promise.all([
        found(filter, order)
          .skip((page - 1) * page_size)
          .limit(page_size)
          .toArray(),
        isWhole
          ? collection.estimatedDocumentCount()
          : collection.countDocuments(filter as never, { limit: most + 1 }),
      ]);
      return { records: entries.map(recordOf), count: Math.min(count, most), is_at_least: count > most };
    },
    async find(id) {
      await log.takeOver();
      const entry = await collection.findOne({ _id: id });
      return entry === null ? undefined : recordOf(entry);
    },
    async *stream(query, order) {
      await log.takeOver();
      for await (const entry of found(await filterOf(query), order).batchSize(PORTION)) yield recordOf(entry);
    },
    types: () => typesOf(collection),
    async state() {
      const newest = await collection
        .find({}, { projection: { seq: 1 } })
        .sort({ seq: -1 })
        .limit(1)
        .next();
      const cut = (await checkpoints.read())?.checkpoint;
      const checked = (await settings.findOne({ _id: CHECK_ID }))?.value;
      return {
        newest: newest?.seq ?? 0,
        checked: (checked as AuditCheck | undefined) ?? null,
        removed: cut === undefined ? null : { through: cut.seq, until: cut.until, time: cut.time },
      };
    },
    async check({ progress, signal }) {
      const verdict = await log.verify({ progress, signal });
      const check: AuditCheck = verdict.isIntact
        ? { time: clock.date(), through: verdict.entries, fault: null, broken_at: null }
        : { time: clock.date(), through: verdict.seq - 1, fault: verdict.fault, broken_at: verdict.seq };
      await settings.updateOne({ _id: CHECK_ID }, { $set: { value: check } }, { upsert: true });
      if (check.broken_at !== null) throw auditChainBroken.create({ entry: check.broken_at });
    },
    config: config.read,
    changeConfig: config.change,
    removeOld: async (signal) =>
      removeOld({ collection, checkpoints, log, now: clock.date }, await config.read(), signal),
  };
}

/** Of both halves: those about it alone, and those about several at once. */
async function idsAbout(collection: Collection<AuditDocument>, target: string): Promise<string[]> {
  const ids = new Set<string>();
  for (const half of [{ target }, { targets: target }])
    for await (const { _id } of collection
      .find(half, { projection: { _id: 1 } })
      .sort({ seq: -1 })
      .limit(MOST_OF_ONE))
      ids.add(_id);
  return [...ids];
}

/** From type to type along the index: as many short looks as there are types, however long the log. */
async function typesOf(collection: Collection<AuditDocument>): ReturnType<AuditDesk['types']> {
  const types: Awaited<ReturnType<AuditDesk['types']>> = [];
  let last = '';
  for (;;) {
    const entry = await collection
      .find({ type: { $gt: last } }, { projection: { type: 1, plugin: 1, time: 1 } })
      .sort({ type: 1, time: -1, seq: -1 })
      .limit(1)
      .next();
    if (entry === null) return types;
    last = entry.type;
    types.push({ type: entry.type, plugin: entry.plugin, last: entry.time });
  }
}

function recordOf(entry: AuditDocument): AuditRecord {
  const { _id, seq, type, plugin, time, actor, ip, user_agent, request_id, target } = entry;
  return {
    id: _id,
    number: seq,
    type,
    plugin,
    time,
    actor,
    ip,
    user_agent,
    request_id,
    target,
    server_ip: entry.server_ip ?? null,
    before: recorded(entry.before),
    after: recorded(entry.after),
  };
}

const recorded = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
