/** Remembers the values of the `capacity` keys used last, roughly. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  clear(): void;
}

/** Two generations: what was used since the younger one began moves there, and the older one is let go as a whole. */
export function createRecent<T>(capacity: number): Recent<T> {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  const set = (key: string, value: T): void => {
    if (recent.size >= capacity / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
  };
  return {
    get: (key) => {
      const known = recent.get(key);
      if (known !== undefined) return known;
      const found = older.get(key);
      if (found !== undefined) set(key, found);
      return found;
    },
    set,
    clear: () => {
      recent = new Map();
      older = new Map();
    },
  };
}
