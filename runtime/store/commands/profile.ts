import { compilePipeline } from '../aggregate/index.ts';
import type { CommandContext } from '../engine/context.ts';
import type { ReadContext, Reply } from '../request/context.ts';
import { documentField, numberField } from '../request/fields.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, int32, isDocument, isNumber, toWholeNumber, type Value } from '../value/index.ts';
import type { Profiling } from '../work/profiler.ts';
import { openListCursor } from './cursor-reply.ts';

/** Where the notes of commands that took long are read, as on MongoDB. */
export const PROFILE = 'system.profile';

/** Whether a command reads the notes, which are no collection of the file. */
export const readsProfile = ({ command, name }: Pick<ReadContext, 'command' | 'name'>): boolean =>
  command.get(name) === PROFILE;

/** `profile`: says, and changes, which commands of this database are noted. Answers what was set before. */
export const profile = ({ store, command, database }: CommandContext): Reply => {
  const { profiler } = store;
  const before = profiler.of(database);
  const was = new Map<string, Value>([
    ['was', int32(before.level)],
    ['slowms', int32(profiler.slowms)],
    ['sampleRate', 1],
    ...(before.filterMilliseconds === undefined
      ? []
      : [['filter', filterOf(before.filterMilliseconds)] as [string, Value]]),
  ]);
  const level = toWholeNumber(numberOf(command.get('profile')));
  const slowms = numberField(command, 'slowms');
  const sampleRate = command.get('sampleRate');
  if (sampleRate !== undefined && !(isNumber(sampleRate) && toWholeNumber(sampleRate) === 1))
    throw new StoreError(115, 'only a sampleRate of 1 is supported by the embedded store');
  const filterMilliseconds = leastOf(command.get('filter'), before);
  if (level === 0 || level === 1 || level === 2) profiler.set(database, { level, filterMilliseconds });
  else if (level !== -1) throw new StoreError(2, 'profile takes -1, 0, 1 or 2');
  else if (command.has('filter')) profiler.set(database, { ...before, filterMilliseconds });
  if (slowms !== undefined) profiler.slowms = slowms;
  return was;
};

const numberOf = (value: Value | undefined) => {
  if (!isNumber(value)) throw new StoreError(14, "BSON field 'profile' must be a number");
  return value;
};

const filterOf = (milliseconds: number): Document =>
  new Map([['millis', new Map([['$gte', int32(milliseconds)]])]]);

/** `filter`: of all that MongoDB takes only `{ millis: { $gte: number } }`, and `unset`. */
const leastOf = (filter: Value | undefined, before: Profiling): number | undefined => {
  if (filter === undefined) return before.filterMilliseconds;
  if (filter === 'unset') return undefined;
  const millis = isDocument(filter) && filter.size === 1 ? filter.get('millis') : undefined;
  const least = isDocument(millis) && millis.size === 1 ? millis.get('$gte') : undefined;
  const number = isNumber(least) ? toWholeNumber(least) : undefined;
  if (number === undefined)
    throw new StoreError(115, 'profile takes only { millis: { $gte: number } } in the embedded store');
  return number;
};

/** `find` over the notes. @throws StoreError 115 for what is not carried out over them */
export const findProfile = (context: CommandContext): Promise<Reply> => {
  const { command, database } = context;
  for (const field of ['projection', 'hint', 'let', 'collation'])
    if (command.has(field))
      throw new StoreError(
        115,
        `find option '${field}' is not supported over ${PROFILE} by the embedded store`,
      );
  const stages: Document[] = [new Map([['$match', documentField(command, 'find', 'filter') ?? new Map()]])];
  const sort = documentField(command, 'find', 'sort');
  if (sort !== undefined && sort.size > 0) stages.push(new Map([['$sort', sort]]));
  const skip = numberField(command, 'skip') ?? 0;
  if (skip > 0) stages.push(new Map([['$skip', skip]]));
  const limit = numberField(command, 'limit') ?? 0;
  if (limit > 0) stages.push(new Map([['$limit', limit]]));
  const pipeline = compilePipeline(stages, { now: new Date(context.store.options.now()) });
  const source = context.store.profiler.entries(database);
  const nothing = { find: () => [], isIndexed: () => true };
  const found = [...pipeline.run(source, nothing)].filter((one) => one !== undefined);
  return openListCursor(context, `${database}.${PROFILE}`, found);
};
