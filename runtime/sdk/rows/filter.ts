import type { ElementOf, NestedPath, NestedValue } from './path.ts';

/** What a field is held against: its value, of a list also one of its elements, and null where a row has nothing there. */
type Matched<V> =
  | V
  | ElementOf<V>
  | null
  | (Extract<V | ElementOf<V>, string> extends never ? never : RegExp);

interface Operators<V> {
  $eq?: Matched<V>;
  $ne?: Matched<V>;
  $gt?: Matched<V>;
  $gte?: Matched<V>;
  $lt?: Matched<V>;
  $lte?: Matched<V>;
  $in?: readonly Matched<V>[];
  $nin?: readonly Matched<V>[];
  $not?: Operators<V> | RegExp;
  $exists?: boolean;
  $type?: string | readonly string[];
  $regex?: string | RegExp;
  $options?: string;
  $size?: number;
  $all?: readonly ElementOf<V>[];
  $elemMatch?: ElementOf<V> extends object ? Filter<ElementOf<V>> : Operators<ElementOf<V>>;
}

/** What a filter may ask of a field. */
export type Condition<V> = unknown extends V ? unknown : Matched<V> | Operators<V>;

/**
 * Which rows are meant: a field that rows do not have, a value that it cannot have and an operator that there is not are
 * errors of the compiler. Paths into objects and lists are checked one step deep.
 */
export type Filter<T = Record<string, unknown>> = { [K in keyof T]?: Condition<T[K]> } & {
  [P in NestedPath<T>]?: Condition<NestedValue<T, P>>;
} & {
  $and?: readonly Filter<T>[];
  $or?: readonly Filter<T>[];
  $nor?: readonly Filter<T>[];
  $expr?: Readonly<Record<string, unknown>>;
};

/** A filter of which the fields alone are known: what they are held against was checked by the schema of a query. */
export type AskedFields<T> = { [K in keyof T | NestedPath<T> | '$and' | '$or' | '$nor' | '$expr']?: unknown };
