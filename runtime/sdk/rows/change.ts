import type { Filter } from './filter.ts';
import type { ElementOf, NestedPath, NestedValue } from './path.ts';

/** Values by field, and by path into one. */
type Values<T> = { [K in keyof T]?: T[K] } & { [P in NestedPath<T>]?: NestedValue<T, P> };
type Counted<T> = {
  [K in keyof T as number | bigint extends T[K]
    ? K
    : T[K] extends number | bigint | null | undefined
      ? K
      : unknown extends T[K]
        ? K
        : never]?: number | bigint;
} & {
  [P in NestedPath<T>]?: number | bigint;
};
type Lists<T> = keyof {
  [K in keyof T as NonNullable<T[K]> extends readonly unknown[] ? K : unknown extends T[K] ? K : never]: 1;
};
type Added<E> =
  | E
  | {
      $each: readonly E[];
      $slice?: number;
      $position?: number;
      $sort?: 1 | -1 | Readonly<Record<string, 1 | -1>>;
    };
type Element<V> = unknown extends V ? unknown : ElementOf<NonNullable<V>>;
type AddedTo<T> = { [K in Lists<T>]?: Added<Element<T[K]>> } & { [P in NestedPath<T>]?: unknown };
type Taken<E> = E | { $in: readonly E[] } | (E extends object ? Filter<E> : never);
type TakenFrom<T> = { [K in Lists<T>]?: Taken<Element<T[K]>> } & { [P in NestedPath<T>]?: unknown };

/** What becomes of rows: a field that they do not have, a value of another type and an operator that there is not are errors. */
export interface Change<T> {
  $set?: Values<T>;
  /** Of a row that an upsert adds. */
  $setOnInsert?: Values<T>;
  $unset?: { [K in keyof T | NestedPath<T>]?: 1 | '' | true };
  $inc?: Counted<T>;
  $min?: Values<T>;
  $max?: Values<T>;
  $push?: AddedTo<T>;
  $addToSet?: AddedTo<T>;
  $pull?: TakenFrom<T>;
  $pullAll?: { [K in Lists<T>]?: T[K] };
  $pop?: { [K in Lists<T>]?: 1 | -1 };
}

/** A step of a change that is computed from the row as it is. */
export type ChangeStep<T> =
  | { $set: { [K in keyof T | NestedPath<T>]?: unknown } }
  | { $unset: (keyof T & string) | readonly (keyof T & string)[] };
