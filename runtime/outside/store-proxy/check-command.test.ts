import { expect, test } from 'bun:test';
import { encodeOpMsg } from '@waypost/store/wire';
import { Binary, BSON, type Document, Long } from 'bson';
import fc from 'fast-check';
import { checkCommand, type StoreRights } from './check-command.ts';
import { StoreRefusal } from './refusal.ts';
import { readRequest } from './request.ts';
import { createRights } from './rights.ts';

const rights: StoreRights = {
  ...createRights({
    plugin: 'print-shop',
    database: 'waypost',
    granted: new Set(['collections:read:qr_code', 'jobs']),
    isForeign: (name) => name.startsWith('print_shop_extra_'),
  }),
  ownsCursor: (id) => id === 7n,
};
const OWN = 'print_shop_order';
const FOREIGN = 'system_account';

/** A message as a driver sends it; `sequences` are its documents beside the body. */
function message(body: Document, sequences: Record<string, Document[]> = {}): Buffer {
  const encoded = encodeOpMsg(0, 1, [BSON.serialize({ ...body, $db: body.$db ?? 'waypost' })]);
  const parts = Object.entries(sequences).map(([name, documents]) => {
    const bytes = Buffer.concat(documents.map((one) => BSON.serialize(one)));
    const head = Buffer.alloc(5 + name.length + 1);
    head[0] = 1;
    head.writeInt32LE(4 + name.length + 1 + bytes.length, 1);
    head.write(name, 5);
    return Buffer.concat([head, bytes]);
  });
  const whole = Buffer.concat([encoded, ...parts]);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}
const check = (bytes: Buffer) => checkCommand(readRequest(bytes), rights);
const passes = (body: Document, sequences?: Record<string, Document[]>) =>
  expect(check(message(body, sequences))).toBe(Object.keys(body)[0] as string);
const refuses = (body: Document, sequences?: Record<string, Document[]>) =>
  expect(() => check(message(body, sequences)), JSON.stringify(body)).toThrow(StoreRefusal);

test('a state is kept for a transaction, and for no read outside of one', () => {
  const readConcern = { level: 'snapshot' };
  passes({ find: OWN, readConcern, autocommit: false, startTransaction: true, txnNumber: Long.ONE });
  passes({ find: OWN, readConcern: { level: 'majority' } });
  refuses({ find: OWN, readConcern });
  refuses({ find: OWN, readConcern, autocommit: true, startTransaction: true });
});

test('a plugin works with its own collections as with any', () => {
  passes({ find: OWN, filter: { name: '$where' } });
  passes({
    aggregate: OWN,
    pipeline: [{ $match: { a: 1 } }, { $lookup: { from: OWN, as: 'x', pipeline: [] } }],
    cursor: {},
  });
  passes({ insert: OWN, ordered: true }, { documents: [{ _id: 1, find: FOREIGN, $db: 'x' }] });
  passes({ insert: OWN, documents: [{ _id: 1 }] });
  passes({ update: OWN }, { updates: [{ q: {}, u: { $set: { a: 1 } } }] });
  passes({ delete: OWN }, { deletes: [{ q: {}, limit: 0 }] });
  passes({ findAndModify: OWN, query: {}, update: { $set: { a: 1 } } });
  passes({ createIndexes: OWN, indexes: [{ key: { a: 1 }, name: 'a' }] });
  passes({ aggregate: OWN, pipeline: [{ $out: 'print_shop_report' }], cursor: {} });
  passes({
    aggregate: OWN,
    pipeline: [{ $merge: { into: { db: 'waypost', coll: OWN }, whenMatched: [{ $set: { a: 1 } }] } }],
    cursor: {},
  });
  passes({ aggregate: OWN, pipeline: [{ $changeStream: { fullDocument: 'updateLookup' } }], cursor: {} });
  passes({ getMore: Long.fromNumber(7), collection: OWN });
  passes({ commitTransaction: 1, $db: 'admin', txnNumber: Long.fromNumber(1), autocommit: false });
  passes({ hello: 1, $db: 'admin', client: {} });
});

test('a granted collection can be read, and nothing else', () => {
  passes({ find: 'qr_code' });
  passes({ aggregate: OWN, pipeline: [{ $unionWith: 'qr_code' }], cursor: {} });
  refuses({ insert: 'qr_code', documents: [{}] });
  refuses({ update: 'qr_code' }, { updates: [{ q: {}, u: {} }] });
  refuses({ aggregate: 'qr_code', pipeline: [{ $out: 'qr_code' }], cursor: {} });
  refuses({ aggregate: OWN, pipeline: [{ $merge: 'qr_code' }], cursor: {} });
  refuses({ drop: 'qr_code' });
});

test('no command, field or form leads to a collection of somebody else', () => {
  const commands = [
    'find',
    'aggregate',
    'count',
    'distinct',
    'listIndexes',
    'insert',
    'update',
    'delete',
    'findAndModify',
    'create',
    'drop',
    'createIndexes',
    'dropIndexes',
  ];
  for (const name of commands) {
    refuses({ [name]: FOREIGN, pipeline: [] });
    refuses({ [name]: 'print_shop_extra_secret', pipeline: [] });
    refuses({ [name]: 'system.views', pipeline: [] });
    refuses({ [name]: 1, pipeline: [] });
    refuses({ [name]: new Binary(Buffer.alloc(16), 4), pipeline: [] });
    refuses({ [name]: { $ne: null }, pipeline: [] });
    refuses({ [name]: `${OWN}\0`, pipeline: [] });
    refuses({ [name]: OWN, $db: 'admin' });
    refuses({ [name]: OWN, $db: 'local' });
  }
  refuses({ getMore: Long.fromNumber(8), collection: OWN });
  refuses({ getMore: Long.fromNumber(7), collection: FOREIGN });
  refuses({ killCursors: OWN, cursors: [Long.fromNumber(8)] });
  refuses({ create: OWN, viewOn: FOREIGN, pipeline: [] });
  refuses({ collMod: OWN, viewOn: FOREIGN, pipeline: [] });
  refuses({ renameCollection: `waypost.${FOREIGN}`, to: `waypost.${OWN}`, $db: 'admin' });
  refuses({ explain: { find: FOREIGN } });
  refuses({ explain: { find: OWN } });
  refuses({ aggregate: OWN, pipeline: [], explain: true });
  refuses({ bulkWrite: 1, $db: 'admin', ops: [], nsInfo: [{ ns: `waypost.${FOREIGN}` }] });
  refuses({ bulkWrite: 1, $db: 'admin' }, { nsInfo: [{ ns: `waypost.${FOREIGN}` }], ops: [{}] });
  refuses({ mapReduce: OWN, map: 'f', reduce: 'f', out: FOREIGN });
  refuses({ find: OWN, filter: { a: { $where: 'sleep(1e9)' } } });
  refuses({ find: OWN, filter: { $expr: { $function: { body: 'x', args: [], lang: 'js' } } } });
  refuses({ update: OWN }, { updates: [{ q: { $where: 'x' }, u: {} }] });
  refuses({ find: OWN, unknown: 1 });
  refuses({ find: OWN }, { documents: [{}] });
  refuses({ aggregate: OWN, cursor: {} }, { pipeline: [{ $out: FOREIGN }] });
  refuses({ aggregate: OWN, pipeline: [], cursor: {} }, { pipeline: [{ $out: FOREIGN }] });
  refuses({ listCollections: 1 });
  refuses({ dropDatabase: 1 });
  refuses({ killAllSessions: [], $db: 'admin' });
  refuses({ serverStatus: 1, $db: 'admin' });
  refuses({ constructor: OWN });
  refuses({ toString: OWN });
});

const reading = fc.constantFrom<(name: string) => Document>(
  (from) => ({ $lookup: { from, localField: 'a', foreignField: 'b', as: 'c' } }),
  (from) => ({ $lookup: { from, pipeline: [], as: 'c' } }),
  (from) => ({ $lookup: { from: { db: 'waypost', coll: from }, pipeline: [], as: 'c' } }),
  (from) => ({
    $graphLookup: { from, startWith: '$a', connectFromField: 'a', connectToField: 'b', as: 'c' },
  }),
  (coll) => ({ $unionWith: coll }),
  (coll) => ({ $unionWith: { coll, pipeline: [] } }),
  (coll) => ({ $unionWith: { db: 'waypost', coll } }),
  (coll) => ({ $out: coll }),
  (coll) => ({ $out: { db: 'waypost', coll } }),
  (coll) => ({ $out: { db: 'other', coll: OWN, note: coll } }),
  (into) => ({ $merge: into }),
  (into) => ({ $merge: { into, whenMatched: 'replace' } }),
  (coll) => ({ $merge: { into: { db: 'waypost', coll } } }),
  (coll) => ({ $listSessions: { coll } }),
  (coll) => ({ $currentOp: { allUsers: true, coll } }),
  (coll) => ({ $changeStream: { allChangesForCluster: true, coll } }),
  (coll) => ({ $collStats: { coll } }),
  (coll) => ({ $_internalInhibitOptimization: { coll } }),
);
/** Wraps stages that reach for a collection into stages that may hold others, as deep as the property likes. */
const nest = fc.constantFrom<(stages: Document[]) => Document>(
  (pipeline) => ({ $facet: { a: [{ $match: {} }], b: pipeline } }),
  (pipeline) => ({ $lookup: { from: OWN, pipeline, as: 'x' } }),
  (pipeline) => ({ $lookup: { pipeline: [{ $documents: [{ a: 1 }] }, ...pipeline], as: 'x' } }),
  (pipeline) => ({ $unionWith: { coll: OWN, pipeline } }),
  (pipeline) => ({ $unionWith: { pipeline } }),
  (whenMatched) => ({ $merge: { into: OWN, whenMatched } }),
);
const harmless = fc.constantFrom<Document>(
  { $match: { a: 1 } },
  { $sort: { a: 1 } },
  { $limit: 3 },
  { $unwind: '$a' },
);

test('however deep a stage is hidden, one that names a foreign collection is found', () => {
  fc.assert(
    fc.property(
      reading,
      fc.array(nest, { maxLength: 6 }),
      fc.array(harmless, { maxLength: 3 }),
      fc.constantFrom(
        FOREIGN,
        'qr_code_secret',
        'print_shop_extra_x',
        'Print_shop_order',
        ' print_shop_order',
        '',
      ),
      (stage, wrappers, others, name) => {
        let pipeline: Document[] = [...others, stage(name)];
        for (const wrap of wrappers) pipeline = [...others, wrap(pipeline)];
        refuses({ aggregate: OWN, pipeline, cursor: {} });
      },
    ),
    { numRuns: 500 },
  );
});

test('a field that stands twice is refused wherever a reader could take the other one', () => {
  const twice = (name: string, first: string, second: string) => {
    const one = BSON.serialize({ [name]: first });
    const two = BSON.serialize({ [name]: second, $db: 'waypost' });
    const body = Buffer.concat([one.subarray(0, -1), two.subarray(4)]);
    body.writeInt32LE(body.length, 0);
    return encodeOpMsg(0, 1, [body]);
  };
  expect(() => check(twice('find', OWN, FOREIGN))).toThrow(StoreRefusal);
  expect(() => check(twice('find', FOREIGN, OWN))).toThrow(StoreRefusal);
  const stage = BSON.serialize({ $match: {} });
  const other = BSON.serialize({ $out: FOREIGN });
  const both = Buffer.concat([stage.subarray(0, -1), other.subarray(4)]);
  both.writeInt32LE(both.length, 0);
  const pipeline = Buffer.concat([Buffer.from([0, 0, 0, 0, 3, 0x30, 0]), both, Buffer.from([0])]);
  pipeline.writeInt32LE(pipeline.length, 0);
  const head = BSON.serialize({ aggregate: OWN, cursor: {}, $db: 'waypost' });
  const body = Buffer.concat([
    head.subarray(0, -1),
    Buffer.from([4]),
    Buffer.from('pipeline\0'),
    pipeline,
    Buffer.from([0]),
  ]);
  body.writeInt32LE(body.length, 0);
  expect(() => check(encodeOpMsg(0, 1, [body]))).toThrow(StoreRefusal);
});

test('messages of other kinds are refused: compressed ones, old ones, damaged ones', () => {
  const plain = message({ find: OWN });
  for (const opcode of [1, 2001, 2002, 2004, 2005, 2006, 2007, 2010, 2011, 2012]) {
    const other = Buffer.from(plain);
    other.writeInt32LE(opcode, 12);
    expect(() => check(other), `opcode ${opcode}`).toThrow(StoreRefusal);
  }
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: plain.length - 1 }),
      fc.integer({ min: 0, max: 255 }),
      (at, value) => {
        const damaged = Buffer.from(plain);
        damaged[at] = value;
        try {
          const name = check(damaged);
          expect(['find']).toContain(name);
        } catch (error) {
          expect(error).toBeInstanceOf(StoreRefusal);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('nesting without end ends in a refusal, not in a full stack', () => {
  let inner: Document = {};
  for (let depth = 0; depth < 1_000; depth += 1) inner = { a: inner };
  refuses({ find: OWN, filter: inner });
});
