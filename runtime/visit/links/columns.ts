/** Marks an ordinal that holds no link. */
export const NO_RECORD = 0xffffffff;

/** One value a link, each column one typed array; `id` has three words a link. */
export interface Columns {
  hash: Uint32Array;
  id: Uint32Array;
  host: Uint32Array;
  owner: Uint32Array;
  record: Uint32Array;
  expiry: Uint32Array;
  bits: Uint16Array;
  state: Uint8Array;
  plugin: Uint8Array;
}

/** Columns for `capacity` links; the pages cost memory only once they are written. */
export function createColumns(capacity: number): Columns {
  return {
    hash: new Uint32Array(capacity),
    id: new Uint32Array(capacity * 3),
    host: new Uint32Array(capacity),
    owner: new Uint32Array(capacity),
    record: new Uint32Array(capacity),
    expiry: new Uint32Array(capacity),
    bits: new Uint16Array(capacity),
    state: new Uint8Array(capacity),
    plugin: new Uint8Array(capacity),
  };
}

/** Longer columns with the same content. */
export function growColumns(columns: Columns, capacity: number): Columns {
  const grown = createColumns(capacity);
  for (const name of Object.keys(grown) as (keyof Columns)[]) grown[name].set(columns[name] as never);
  return grown;
}
