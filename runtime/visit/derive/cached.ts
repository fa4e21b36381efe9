/** Keeps the answers of a slow pure function for the `capacity` texts asked for last, roughly. */
export function cached<T>(capacity: number, slow: (text: string) => T): (text: string) => T {
  let recent = new Map<string, T>();
  let older = new Map<string, T>();
  return (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const found = older.get(text) ?? slow(text);
    if (recent.size >= capacity / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, found);
    return found;
  };
}
