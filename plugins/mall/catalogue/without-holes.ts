/** What is said of a change, without what it leaves out. */
export function withoutHoles<T extends Record<string, unknown>>(change: T) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
