/** Of a list its elements, of anything else itself. */
export type ElementOf<V> = V extends readonly (infer E)[] ? E : V;

type Plain = string | number | bigint | boolean | symbol | null | undefined | Date | Uint8Array;
type Parts<V> = Exclude<ElementOf<V>, Plain>;
type KeyOf<O> = O extends unknown ? keyof O & string : never;

type PathUnder<K extends string, V> = unknown extends V
  ? `${K}.${string}`
  : V extends readonly unknown[]
    ? [Parts<V>] extends [never]
      ? `${K}.${number | '$'}`
      : `${K}.${KeyOf<Parts<V>>}` | `${K}.${number | '$'}` | `${K}.${string}.${string}`
    : [Parts<V>] extends [never]
      ? never
      : `${K}.${KeyOf<Parts<V>>}` | `${K}.${string}.${string}`;

/** Paths into the objects and lists of a row: `targets.url`, `targets.0.url`. */
export type NestedPath<T> = { [K in keyof T & string]: PathUnder<K, T[K]> }[keyof T & string];

type At<O, N> = O extends unknown ? (N extends keyof O ? O[N] : never) : never;

/** What lies at such a path; unknown where it goes deeper than one step. */
export type NestedValue<T, P> = P extends `${infer K}.${infer N}`
  ? K extends keyof T
    ? [At<Parts<T[K]>, N>] extends [never]
      ? unknown
      : At<Parts<T[K]>, N>
    : unknown
  : never;
