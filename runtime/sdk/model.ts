import type { Resource, RowOf } from '@waypost/contract';
import type { ClientSession, Model, QueryFilter } from 'mongoose';

/** A transaction in progress; hand it to every model call inside `transaction`. */
export type Session = ClientSession;

/** A row as the store keeps it: `_id` instead of `id`, Dates instead of ISO texts, secrets included. */
export type Stored<R> = Omit<RowOf<R>, 'id' | 'create_time' | 'update_time' | 'remove_time'> & {
  _id: string;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
} & Record<string, unknown>;

export type ResourceModel<R extends Resource> = Model<Stored<R>>;
export type Filter<T = Record<string, unknown>> = QueryFilter<T>;

/** A collection that is not a resource: no calls, no screen. */
export interface CollectionDeclaration {
  /** Prefixed with the plugin's id in the store. */
  name: string;
  /** Mongoose schema types by field; `Mixed` for free form. */
  fields: Record<string, unknown>;
  /** What becomes of it when the plugin is removed with its data; default: `drop`. */
  onUninstall?: 'keep' | 'archive' | 'drop';
  indexes?: readonly {
    keys: Record<string, 1 | -1>;
    unique?: boolean;
    sparse?: boolean;
    expireAfterSeconds?: number;
  }[];
}
