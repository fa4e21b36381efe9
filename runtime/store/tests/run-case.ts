import { expect } from 'bun:test';
import type { mongo } from 'mongoose';
import { fieldAt, RAW, readValue, showValue } from './bson-values.ts';
import { type Expected, type Json, type Step, type StoreCase, stepsOf } from './case-types.ts';

/** What cases run against. */
export interface CaseRunner {
  /** Carries out one case; throws where an answer is not the expected one. */
  run: (one: StoreCase) => Promise<void>;
}

/** Commands that leave nothing behind but documents, so that the next case may use the same collection. */
const PLAIN = new Set([
  'find',
  'insert',
  'update',
  'delete',
  'findAndModify',
  'count',
  'distinct',
  'aggregate',
]);

/** Runs cases in one database after the other; `database` gives one that nobody else uses. */
export const caseRunner = (client: mongo.MongoClient, database: () => mongo.Db): CaseRunner => {
  const shared = database();
  return {
    run: async (one) => {
      const isPlain = stepsOf(one).every(isPlainStep);
      const used = isPlain ? shared : database();
      await store(used, one.documents ?? [], isPlain);
      await runSteps(client, used, stepsOf(one));
      if (!isPlain) await used.dropDatabase();
    },
  };
};

const isPlainStep = ({ command, transaction, database }: Step): boolean => {
  const name = Object.keys(command ?? {})[0] ?? '';
  const writesElsewhere =
    JSON.stringify(command).includes('"$out"') || JSON.stringify(command).includes('"$merge"');
  return PLAIN.has(name) && transaction === undefined && database === undefined && !writesElsewhere;
};

const store = async (
  database: mongo.Db,
  documents: Json[] | { [collection: string]: Json[] },
  isUsedBefore: boolean,
): Promise<void> => {
  const given = Array.isArray(documents) ? { c: documents } : documents;
  const names = isUsedBefore ? new Set(['c', 'd', ...Object.keys(given)]) : new Set(Object.keys(given));
  for (const name of names) {
    if (isUsedBefore) await database.command({ delete: name, deletes: [{ q: {}, limit: 0 }] });
    const content = given[name] ?? [];
    if (content.length > 0) await database.command({ insert: name, documents: content.map(readValue) });
  }
};

const runSteps = async (client: mongo.MongoClient, database: mongo.Db, steps: Step[]): Promise<void> => {
  const sessions = new Map<string, mongo.ClientSession>();
  const sessionOf = (name: string): mongo.ClientSession => {
    const known = sessions.get(name) ?? client.startSession();
    sessions.set(name, known);
    return known;
  };
  try {
    for (const [index, step] of steps.entries()) {
      const answer = await answerOf(() => carryOut(client, database, step, sessionOf));
      check(
        answer,
        step.expected ?? { reply: {} },
        `step ${index + 1}: ${JSON.stringify(step).slice(0, 600)}`,
      );
    }
  } finally {
    for (const session of sessions.values()) await session.endSession();
  }
};

const carryOut = (
  client: mongo.MongoClient,
  own: mongo.Db,
  { command, database, transaction, commit, abort }: Step,
  sessionOf: (name: string) => mongo.ClientSession,
): Promise<unknown> => {
  if (commit !== undefined) return sessionOf(commit).commitTransaction();
  if (abort !== undefined) return sessionOf(abort).abortTransaction();
  const sent = Object.fromEntries(
    Object.entries(command ?? {}).map(([name, json]) => [name, readValue(json)]),
  );
  const target = database === undefined ? own : client.db(database);
  if (transaction === undefined) return target.command(sent, RAW as mongo.RunCommandOptions);
  const session = sessionOf(transaction);
  if (!session.inTransaction()) session.startTransaction();
  return target.command(sent, { ...RAW, session } as mongo.RunCommandOptions);
};

interface Answer {
  reply?: unknown;
  code?: unknown;
  message?: string;
  labels?: string[];
}

const answerOf = async (call: () => Promise<unknown>): Promise<Answer> => {
  try {
    const reply = await call();
    const code = fieldAt(reply, 'writeErrors', '0', 'code');
    if (code === undefined) return { reply };
    return { reply, code: Number(code), message: String(fieldAt(reply, 'writeErrors', '0', 'errmsg')) };
  } catch (error) {
    const { code, message, errorLabels } = error as {
      code?: unknown;
      message: string;
      errorLabels?: string[];
    };
    if (code === undefined) throw error;
    return { code: Number(code), message, labels: [...(errorLabels ?? [])] };
  }
};

const check = (answer: Answer, expected: Expected, place: string): void => {
  if (expected.error !== undefined) {
    const shown = answer.code === undefined ? { answered: showReply(answer.reply) } : { code: answer.code };
    expect({ place, ...shown, message: answer.message }).toEqual({
      place,
      code: expected.error,
      message: answer.message,
    });
    if (expected.labels !== undefined) expect(answer.labels).toEqual(expect.arrayContaining(expected.labels));
  } else if (answer.code !== undefined && fieldAt(expected.reply, 'writeErrors') === undefined) {
    throw new Error(`${place}\nrefused with ${String(answer.code)}: ${answer.message}`);
  }
  if (expected.documents !== undefined) checkDocuments(answer.reply, expected, place);
  for (const [name, json] of Object.entries(expected.reply ?? {})) {
    expect({ place, [name]: showField(fieldAt(answer.reply, name)) }).toEqual({
      place,
      [name]: showField(readValue(json)),
    });
  }
};

const checkDocuments = (reply: unknown, expected: Expected, place: string): void => {
  const found = [...Object.values(batchOf(reply))].map(showValue);
  const wanted = (expected.documents ?? []).map((json) => showValue(readValue(json)));
  if (expected.isUnordered === true) {
    found.sort();
    wanted.sort();
  }
  expect({ place, documents: found }).toEqual({ place, documents: wanted });
};

const batchOf = (reply: unknown): unknown[] => fieldAt(reply, 'cursor', 'firstBatch') as unknown[];

const showField = (value: unknown): string => (value === undefined ? 'missing' : showValue(value));

const showReply = (reply: unknown): string =>
  Object.entries((reply ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${showField(value)}`)
    .join(', ');
