/** The newest of what was added, up to so many. */
export interface Recent {
  has(one: string): boolean;
  add(one: string): void;
}

export function createRecent(most: number): Recent {
  const known = new Set<string>();
  return {
    has: (one) => known.has(one),
    add: (one) => {
      known.delete(one);
      known.add(one);
      const [oldest] = known;
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
  };
}
