import { StoreError } from '../value/errors.ts';

/** Sorts what is added, in pieces small enough that no step takes long. */
export interface Sorter<Key, Item> {
  add(key: Key, item: Item, bytes: number): void;
  /** Hands out the items in order; call it after the last `add`. */
  drain(): () => Item | undefined;
}

interface Entry<Key, Item> {
  key: Key;
  item: Item;
}

const CHUNK = 4096;
const MOST_BYTES = 512 * 1024 * 1024;
/** Up to this many wanted items only the best are kept. */
export const MOST_KEPT = 20_000;

/** Orders two sort texts by code units. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Makes a sorter; `limit`: only the first so many items are wanted. */
export const createSorter = <Key, Item>(
  limit: number | undefined,
  compare: (one: Key, other: Key) => number,
): Sorter<Key, Item> => {
  const kept = limit !== undefined && limit <= MOST_KEPT ? limit : undefined;
  const chunks: Entry<Key, Item>[][] = [];
  let current: Entry<Key, Item>[] = [];
  let bytes = 0;
  let worst: Key | undefined;
  const most = kept === undefined ? CHUNK : Math.max(CHUNK, kept * 2);

  const closeChunk = (): void => {
    current.sort((one, other) => compare(one.key, other.key));
    if (kept !== undefined) {
      if (current.length > kept) current.length = kept;
      worst = current.length === kept ? current.at(-1)?.key : undefined;
      return;
    }
    chunks.push(current);
    current = [];
  };

  return {
    add: (key, item, size) => {
      if (worst !== undefined && compare(key, worst) >= 0) return;
      current.push({ key, item });
      if (kept === undefined) {
        bytes += size;
        if (bytes > MOST_BYTES) {
          throw new StoreError(
            292,
            `Sort exceeded memory limit of ${MOST_BYTES} bytes. Add an index, or specify a smaller limit.`,
          );
        }
      }
      if (current.length >= most) closeChunk();
    },
    drain: () => {
      closeChunk();
      if (kept !== undefined) chunks.push(current);
      return merge(
        chunks.filter((chunk) => chunk.length > 0),
        compare,
      );
    },
  };
};

/** Merges sorted chunks with a binary heap over their heads; equal keys keep the order in which they were added. */
const merge = <Key, Item>(
  chunks: Entry<Key, Item>[][],
  compare: (one: Key, other: Key) => number,
): (() => Item | undefined) => {
  const positions = chunks.map(() => 0);
  const heap = chunks.map((_, at) => at);
  const keyAt = (slot: number): Key => {
    const chunk = heap[slot] as number;
    const entries = chunks[chunk] as Entry<Key, Item>[];
    return (entries[positions[chunk] as number] as Entry<Key, Item>).key;
  };
  const isBefore = (one: number, other: number): boolean => {
    const order = compare(keyAt(one), keyAt(other));
    return order < 0 || (order === 0 && (heap[one] as number) < (heap[other] as number));
  };
  const sink = (start: number): void => {
    let slot = start;
    for (;;) {
      let least = slot;
      for (const child of [slot * 2 + 1, slot * 2 + 2]) {
        if (child < heap.length && isBefore(child, least)) least = child;
      }
      if (least === slot) return;
      const moved = heap[slot] as number;
      heap[slot] = heap[least] as number;
      heap[least] = moved;
      slot = least;
    }
  };
  for (let slot = (heap.length >> 1) - 1; slot >= 0; slot -= 1) sink(slot);

  return () => {
    const chunk = heap[0];
    if (chunk === undefined) return undefined;
    const entries = chunks[chunk] as Entry<Key, Item>[];
    const position = positions[chunk] as number;
    const { item } = entries[position] as Entry<Key, Item>;
    positions[chunk] = position + 1;
    if (position + 1 === entries.length) {
      const last = heap.pop() as number;
      if (heap.length > 0 && last !== chunk) heap[0] = last;
    }
    if (heap.length > 0) sink(0);
    return item;
  };
};
