import type { ClientSession, Model } from 'mongoose';
import type { Change, ChangeStep } from './change.ts';
import type { Filter } from './filter.ts';
import type { NestedPath } from './path.ts';

/** Which fields are read; those with 1 alone, or all but those with 0. */
export type Projection<T> = { readonly [K in keyof T | NestedPath<T>]?: 0 | 1 };
export type Sort<T> = { readonly [K in keyof T | NestedPath<T>]?: 1 | -1 };

type Left<T, P> = keyof { [K in keyof P as P[K] extends 0 ? K : never]: 1 } extends infer N
  ? Omit<T, N & keyof T>
  : never;
type Asked<P> = keyof { [K in keyof P as P[K] extends 1 ? K : never]: 1 };
/** The field that a path leads into is there, with less in it. */
type Head<K> = K extends `${infer H}.${string}` ? H : K;
/** What is left of a row under a projection; all of it where that is known at run time only. */
export type Projected<T, P> = string extends keyof P
  ? T
  : [keyof P] extends [never]
    ? T
    : [Asked<P>] extends [never]
      ? Left<T, P>
      : Pick<T, (Head<Asked<P>> | (P extends { readonly _id: 0 } ? never : '_id')) & keyof T>;

/** Nothing else may be read: where a type is inferred, the compiler does not look for fields too many. */
type Only<T, P> = string extends keyof P ? P : P & Record<Exclude<keyof P, keyof T | NestedPath<T>>, never>;

type ClientSessionOrNone = ClientSession | null | undefined;

/** A command that answers a figure or what it did. */
export interface Command<A> extends Promise<A> {
  session(session: ClientSession | null): this;
  limit(most: number): this;
  read(preference: string): this;
  exec(): Promise<A>;
}

interface Chain<T> {
  sort(order: Sort<T>): this;
  limit(most: number): this;
  skip(rows: number): this;
  session(session: ClientSession | null): this;
  read(preference: string): this;
  hint(index: Readonly<Record<string, 1 | -1>>): this;
}

/** Rows about to be read. They answer after `lean`: plain values as they are stored. */
export interface FindRows<T, Row> extends Chain<T> {
  select<const P extends Projection<T>>(projection: Only<T, P>): FindRows<T, Projected<T, P>>;
  lean(): LeanRows<T, Row>;
}
export interface LeanRows<T, Row> extends Chain<T>, Promise<Row[]> {
  cursor(options?: { batchSize?: number }): AsyncIterable<Row> & { close(): Promise<void> };
  exec(): Promise<Row[]>;
}
/** One row about to be read, null where there is none. */
export interface FindRow<T, Row> extends Chain<T> {
  select<const P extends Projection<T>>(projection: Only<T, P>): FindRow<T, Projected<T, P>>;
  lean(): LeanRow<T, Row>;
}
export interface LeanRow<T, Row> extends Chain<T>, Promise<Row | null> {
  exec(): Promise<Row | null>;
}

export interface Aggregation<A> extends Promise<A[]> {
  session(session: ClientSession | null): this;
  read(preference: string): this;
  option(options: Readonly<Record<string, unknown>>): this;
  cursor(options?: { batchSize?: number }): AsyncIterable<A> & { close(): Promise<void> };
}

/** A row that was changed or added. */
interface Upserted<T> extends Promise<T> {
  lean(): Promise<T>;
}

export interface ReadOptions {
  session?: ClientSessionOrNone;
}

export interface WriteOptions {
  session?: ClientSessionOrNone;
  /** False: Mongoose sets no times of its own. */
  timestamps?: false;
  upsert?: boolean;
  arrayFilters?: readonly Readonly<Record<string, unknown>>[];
}
export interface UpdateAnswer {
  acknowledged: boolean;
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
  upsertedId: unknown;
}
export interface DeleteAnswer {
  acknowledged: boolean;
  deletedCount: number;
}

/** A document to be added; without `_id` it gets a new one. */
export type NewDocument<T> = Omit<T, '_id'> & { _id?: string };

export type BulkWrite<T> =
  | { insertOne: { document: NewDocument<T>; timestamps?: false } }
  | { updateOne: BulkUpdate<T> }
  | { updateMany: BulkUpdate<T> }
  | { replaceOne: { filter: Filter<T>; replacement: NewDocument<T>; upsert?: boolean; timestamps?: false } }
  | { deleteOne: { filter: Filter<T> } }
  | { deleteMany: { filter: Filter<T> } };
interface BulkUpdate<T> {
  filter: Filter<T>;
  update: Change<T> | readonly ChangeStep<T>[];
  upsert?: boolean;
  timestamps?: false;
  arrayFilters?: readonly Readonly<Record<string, unknown>>[];
}
export interface BulkAnswer {
  insertedCount: number;
  matchedCount: number;
  modifiedCount: number;
  deletedCount: number;
  upsertedCount: number;
}

type Changed<T> = Change<T> | readonly ChangeStep<T>[];

/** A collection that knows its rows. At run time it is a model of Mongoose; what plugins use of that is here. */
export interface RowModel<T> extends Pick<Model<T>, 'collection' | 'db' | 'modelName'> {
  find(filter?: Filter<T>): FindRows<T, T>;
  find<const P extends Projection<T>>(
    filter: Filter<T>,
    projection: Only<T, P>,
    options?: ReadOptions,
  ): FindRows<T, Projected<T, P>>;
  findOne(filter?: Filter<T>): FindRow<T, T>;
  findOne<const P extends Projection<T>>(
    filter: Filter<T>,
    projection: Only<T, P>,
    options?: ReadOptions,
  ): FindRow<T, Projected<T, P>>;
  findById(id: string): FindRow<T, T>;
  findById<const P extends Projection<T>>(
    id: string,
    projection: Only<T, P>,
    options?: ReadOptions,
  ): FindRow<T, Projected<T, P>>;
  exists(filter: Filter<T>): Command<{ _id: unknown } | null>;
  countDocuments(
    filter?: Filter<T>,
    options?: { session?: ClientSessionOrNone; limit?: number },
  ): Command<number>;
  estimatedDocumentCount(): Command<number>;
  distinct<K extends keyof T & string>(
    field: K,
    filter?: Filter<T>,
  ): Command<(T[K] extends readonly (infer E)[] ? E : T[K])[]>;
  updateOne(filter: Filter<T>, change: Changed<T>, options?: WriteOptions): Command<UpdateAnswer>;
  updateMany(filter: Filter<T>, change: Changed<T>, options?: WriteOptions): Command<UpdateAnswer>;
  replaceOne(filter: Filter<T>, document: NewDocument<T>, options?: WriteOptions): Command<UpdateAnswer>;
  /** An upsert answers what is there then. */
  findOneAndUpdate(
    filter: Filter<T>,
    change: Changed<T>,
    options: WriteOptions & { upsert: true; returnDocument: 'after' },
  ): Upserted<T>;
  findOneAndUpdate(
    filter: Filter<T>,
    change: Changed<T>,
    options?: WriteOptions & {
      sort?: Sort<T>;
      projection?: Projection<T>;
      returnDocument?: 'before' | 'after';
      lean?: boolean;
    },
  ): FindRow<T, T> & Promise<T | null>;
  findOneAndDelete(
    filter: Filter<T>,
    options?: { session?: ClientSessionOrNone; sort?: Sort<T> },
  ): FindRow<T, T> & Promise<T | null>;
  deleteOne(filter: Filter<T>, options?: { session?: ClientSessionOrNone }): Command<DeleteAnswer>;
  deleteMany(filter: Filter<T>, options?: { session?: ClientSessionOrNone }): Command<DeleteAnswer>;
  create(document: NewDocument<T>): Promise<T>;
  create(
    documents: readonly NewDocument<T>[],
    options?: { session?: ClientSessionOrNone; ordered?: boolean },
  ): Promise<T[]>;
  insertMany(
    documents: readonly NewDocument<T>[],
    options?: { session?: ClientSessionOrNone; lean?: boolean; ordered?: boolean },
  ): Promise<unknown>;
  /** What its steps answer cannot be known from the rows: `A` says it. */
  aggregate<A>(
    steps: readonly Readonly<Record<string, unknown>>[],
    options?: { session?: ClientSessionOrNone },
  ): Aggregation<A>;
  bulkWrite(
    writes: readonly BulkWrite<T>[],
    options?: { session?: ClientSessionOrNone; ordered?: boolean; timestamps?: false },
  ): Promise<BulkAnswer>;
}
