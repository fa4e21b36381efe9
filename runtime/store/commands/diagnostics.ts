import type { CommandContext } from '../engine/context.ts';
import { LIMITS, nearLimits } from '../engine/limits.ts';
import type { EmbeddedStore } from '../engine/store.ts';
import type { Reply } from '../request/context.ts';
import { findCollection, numberField } from '../request/fields.ts';
import { CACHE_BYTES } from '../storage/connection.ts';
import { documentBytes } from '../storage/count-records.ts';
import { type Document, int32, type Value } from '../value/index.ts';
import type { SlowOperation } from '../work/slow-operations.ts';
import { fileBytes } from './collections.ts';
import { REPLICA_SET, VERSION } from './hello.ts';

/** `serverStatus`: how the store is doing. */
export const serverStatus = ({ store }: CommandContext): Reply => {
  const memory = process.memoryUsage();
  const uptime = process.uptime();
  return new Map<string, Value>([
    ['host', 'localhost'],
    ['version', VERSION],
    ['process', 'waypost-embedded-store'],
    ['pid', BigInt(process.pid)],
    ['uptime', uptime],
    ['localTime', new Date(store.options.now())],
    [
      'mem',
      new Map<string, Value>([
        ['bits', int32(64)],
        ['resident', int32(Math.round(memory.rss / 1048576))],
        ['heap', int32(Math.round(memory.heapTotal / 1048576))],
        ['heapUsed', int32(Math.round(memory.heapUsed / 1048576))],
        ['external', int32(Math.round(memory.external / 1048576))],
      ]),
    ],
    [
      'metrics',
      new Map<string, Value>([
        [
          'cursor',
          new Map<string, Value>([
            ['open', new Map<string, Value>([['total', int32(store.cursors.count())]])],
          ]),
        ],
      ]),
    ],
    [
      'logicalSessionRecordCache',
      new Map<string, Value>([['activeSessionsCount', int32(store.sessions.count())]]),
    ],
    [
      'storageEngine',
      new Map<string, Value>([
        ['name', 'waypost'],
        ['persistent', true],
        ['fileBytes', fileBytes(store)],
      ]),
    ],
    ['waypost', usageOf(store)],
    [
      'repl',
      new Map<string, Value>([
        ['setName', REPLICA_SET],
        ['isWritablePrimary', true],
      ]),
    ],
  ]);
};

/** Where the store stands beside its limits; `near` names those that an operator should be told of. */
const usageOf = (store: EmbeddedStore): Document => {
  let documents = 0;
  // Row numbers rise: where nothing was counted yet, the last one says how many there may be at most.
  for (const collection of store.catalog.all()) documents += collection.count ?? collection.nextRid - 1;
  const limits = { ...LIMITS, documents: store.options.documentsLimit ?? LIMITS.documents };
  const usage = { documents, fileBytes: fileBytes(store), writesPerSecond: store.writeRate.perSecond() };
  return new Map<string, Value>([
    ['usage', new Map<string, Value>(Object.entries(usage))],
    ['limits', new Map<string, Value>(Object.entries(limits))],
    ['near', nearLimits(usage, limits)],
    ['slow', store.slowOperations.list().map(slowDocument)],
    ['work', workOf(store)],
  ]);
};

/** What the process has done since it was started, and how much of the file it may keep in memory. */
const workOf = (store: EmbeddedStore): Document => {
  const { commands, milliseconds } = store.slowOperations.totals();
  const { user, system } = process.cpuUsage();
  return new Map<string, Value>([
    ['commands', whole(commands)],
    ['milliseconds', Math.round(milliseconds)],
    ['processorMilliseconds', Math.round((user + system) / 1000)],
    ['cacheBytes', CACHE_BYTES],
  ]);
};

/** A command that took long, as `serverStatus` lists it. */
const slowDocument = ({ at, shape, milliseconds, code }: SlowOperation): Document =>
  new Map<string, Value>([
    ['at', new Date(at)],
    ['shape', shape],
    ['millis', int32(milliseconds)],
    ...(code === undefined ? [] : [['code', int32(code)] as [string, Value]]),
  ]);

/** `collStats`: size of one collection. */
export const collStats = async (context: CommandContext): Promise<Reply> => {
  const { store, operation } = context;
  const collection = findCollection(context);
  const namespace = `${context.database}.${String(context.command.get(context.name))}`;
  if (collection === undefined)
    return new Map<string, Value>([
      ['ns', namespace],
      ['size', int32(0)],
      ['count', int32(0)],
      ['nindexes', int32(0)],
    ]);
  const scale = scaleOf(context.command);
  const size = Math.floor((await documentBytes(store, collection, operation)) / scale);
  const count = await store.countDocuments(collection, operation);
  return new Map<string, Value>([
    ['ns', namespace],
    ['size', whole(size)],
    ['count', whole(count)],
    ['avgObjSize', whole(count === 0 ? 0 : Math.floor((size * scale) / count))],
    ['storageSize', whole(size)],
    ['nindexes', int32(collection.indexes.length + 1)],
    ['scaleFactor', whole(scale)],
    ['ok', 1],
  ]);
};

/** Sizes are told in so many bytes. @throws StoreError 14, 51024 unless it is a whole number from 1 on. */
const scaleOf = (command: Document): number => numberField(command, 'scale', 1) ?? 1;

/** As MongoDB answers numbers of things: an int as long as it fits. */
const whole = (value: number): Value => (value < 2 ** 31 ? int32(value) : BigInt(value));

/** `dbStats`: size of one database; sizes are those of the whole file. */
export const dbStats = async ({ store, command, database, operation }: CommandContext): Promise<Reply> => {
  const scale = scaleOf(command);
  const bytes = fileBytes(store) / scale;
  const collections = store.catalog.list(database);
  let objects = 0;
  for (const collection of collections) objects += await store.countDocuments(collection, operation);
  return new Map<string, Value>([
    ['db', database],
    ['collections', int32(collections.length)],
    ['objects', whole(objects)],
    ['indexes', int32(collections.reduce((sum, collection) => sum + collection.indexes.length + 1, 0))],
    ['storageSize', bytes],
    ['totalSize', bytes],
    ['scaleFactor', whole(scale)],
  ]);
};
