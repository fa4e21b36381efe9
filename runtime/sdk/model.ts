import type { Field, Resource } from '@waypost/contract';
import type { ClientSession } from 'mongoose';
import type { z } from 'zod';
import type { RowModel, Sort } from './rows/model.ts';

/** A transaction in progress; hand it to every model call inside `transaction`. */
export type Session = ClientSession;

/** A field's value as the store keeps it: a Date where rows carry ISO text. */
export type StoredValue<S> = S extends z.ZodISODateTime
  ? Date
  : S extends z.ZodNullable<infer Inner>
    ? StoredValue<Inner> | null
    : S extends z.ZodOptional<infer Inner>
      ? StoredValue<Inner> | undefined
      : S extends z.core.SomeType
        ? z.output<S>
        : never;

/** The declared fields of a resource as the store keeps them. */
export type StoredFields<R> =
  R extends Resource<infer F>
    ? {
        [K in keyof F as F[K] extends { readonly isStored?: false } ? never : K]: F[K] extends Field<infer S>
          ? StoredValue<S>
          : never;
      }
    : never;

/**
 * Columns that the store keeps of every row. `version` rises by one at each update. `remove_time` and `remove_by` are null
 * unless the row lies in the bin, of a resource without `hasBin` always: `{ remove_time: null }` finds what is there of either.
 */
export type StoredColumns = {
  _id: string;
  version: number;
  owner?: string;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
};

/** A row as the store keeps it: `_id` instead of `id`, Dates instead of ISO texts, secrets included. */
export type Stored<R> = StoredColumns & StoredFields<R>;

export type ResourceModel<R extends Resource> = RowModel<Stored<R>>;

/** What Mongoose calls the type of a value; free for an object, of which it looks at nothing. */
type StoreType<V> = [V] extends [string]
  ? StringConstructor
  : [V] extends [number]
    ? NumberConstructor
    : [V] extends [bigint]
      ? BigIntConstructor
      : [V] extends [boolean]
        ? BooleanConstructor
        : [V] extends [Date]
          ? DateConstructor
          : V extends readonly (infer E)[]
            ? readonly [StoreType<E>] | ArrayConstructor
            : unknown;
type StoreTypes<T> = { [K in keyof Omit<T, '_id'>]-?: StoreType<NonNullable<T[K]>> } & {
  _id?: StringConstructor;
};

/** A collection that is not a resource: no calls, no screen. `T` is its documents: the fields are all of theirs, and no others. */
export interface CollectionDeclaration<T = Record<string, unknown>> {
  /** Prefixed with the plugin's id in the store. */
  name: string;
  /** Mongoose schema types by field; `Object` for free form. */
  fields: string extends keyof T ? Record<string, unknown> : StoreTypes<T>;
  /** What becomes of it when the plugin is removed with its data; default: `drop`. */
  onUninstall?: 'keep' | 'archive' | 'drop';
  indexes?: readonly {
    keys: string extends keyof T ? Record<string, 1 | -1> : Sort<T>;
    unique?: boolean;
    sparse?: boolean;
    expireAfterSeconds?: number;
  }[];
}
