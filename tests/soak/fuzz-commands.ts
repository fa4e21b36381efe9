import type { mongo } from 'mongoose';
import {
  anyDocument,
  anyFilter,
  anyStage,
  anyUpdate,
  anyValue,
  field,
  pick,
  type Random,
} from './fuzz-values.ts';

const COLLECTIONS = ['items', 'other', 'list', 'a.b', '', '$cmd', 'no\u0000name'];

const stages = (random: Random): mongo.Document[] =>
  Array.from({ length: Math.floor(random() * 4) }, () => anyStage(random));

/** A command that a careless or hostile client might send. */
export function anyCommand(random: Random): mongo.Document {
  const target = random() < 0.8 ? 'items' : pick(random, COLLECTIONS);
  const command = pick<() => mongo.Document>(random, [
    () => ({
      insert: target,
      documents: [anyDocument(random), anyDocument(random)],
      ordered: random() < 0.5,
    }),
    () => ({
      update: target,
      updates: [
        {
          q: anyFilter(random),
          u: anyUpdate(random),
          multi: random() < 0.4,
          upsert: random() < 0.3,
          arrayFilters: random() < 0.2 ? [{ 'e.x': 1 }] : [],
        },
      ],
    }),
    () => ({ delete: target, deletes: [{ q: anyFilter(random), limit: pick(random, [0, 1, 2]) }] }),
    () => ({
      find: target,
      filter: anyFilter(random),
      sort: { [field(random)]: pick(random, [1, -1, 7]) },
      limit: pick(random, [0, 1, 5, -3]),
      batchSize: pick(random, [0, 1, 100]),
    }),
    () => ({
      find: target,
      projection: { [field(random)]: pick<unknown>(random, [1, 0, { $slice: 1 }, '$a']) },
      hint: pick<unknown>(random, ['a_1', { a: 1 }, { $natural: -1 }, 'none']),
    }),
    () => ({ aggregate: target, pipeline: stages(random), cursor: { batchSize: pick(random, [0, 1, 50]) } }),
    () => ({ count: target, query: anyFilter(random), skip: pick(random, [0, 2, -1]) }),
    () => ({ distinct: target, key: field(random), query: anyFilter(random) }),
    () => ({
      findAndModify: target,
      query: anyFilter(random),
      update: anyUpdate(random),
      new: random() < 0.5,
      upsert: random() < 0.3,
      fields: { a: 1 },
    }),
    () => ({ findAndModify: target, query: anyFilter(random), remove: true, sort: { a: 1 } }),
    () => ({
      createIndexes: target,
      indexes: [
        {
          key: { [field(random)]: pick<unknown>(random, [1, -1, 'text', 0]) },
          name: pick(random, ['a_1', 'x', '']),
          unique: random() < 0.2,
          sparse: random() < 0.2,
        },
      ],
    }),
    () => ({ dropIndexes: target, index: pick<unknown>(random, ['a_1', '*', '_id_', { a: 1 }, 5]) }),
    () => ({ getMore: anyValue(random), collection: target }),
    () => ({ killCursors: target, cursors: [anyValue(random)] }),
    () => ({ create: target, capped: random() < 0.2 }),
    () => ({ drop: random() < 0.2 ? 'out' : 'none' }),
    () => ({ renameCollection: 'fuzz.other', to: pick(random, ['fuzz.list', 'fuzz', 'fuzz.']) }),
    () => ({ collStats: target }),
    () => ({ dbStats: 1 }),
    () => ({ listCollections: 1, filter: anyFilter(random) }),
    () => ({ listIndexes: target }),
    () => ({ serverStatus: 1 }),
    () => ({ currentOp: 1 }),
    () => ({ killOp: 1, op: anyValue(random) }),
    () => ({ commitTransaction: 1 }),
    () => ({ endSessions: [anyValue(random)] }),
    () => ({
      [pick(random, ['nope', 'eval', 'mapReduce', 'hello', 'validate', 'explain'])]: anyValue(random),
    }),
  ])();
  // Now and then one of its parts is something else altogether.
  if (random() < 0.15) {
    const names = Object.keys(command).slice(1);
    if (names.length > 0) command[pick(random, names)] = anyValue(random);
  }
  return { ...command, maxTimeMS: 2000 };
}
