import type { Disposer } from '@waypost/sdk';

/** Keeps a handler under its name until it is taken back; the host is told of both. @throws TypeError for a second one of the name */
export function added<K, V>(
  { changed }: { changed(): void },
  map: Map<K, V>,
  key: K,
  value: V,
  what: string,
): Disposer {
  if (map.has(key)) throw new TypeError(`${what} ${String(key)} is registered twice`);
  map.set(key, value);
  changed();
  return () => {
    if (map.get(key) === value) map.delete(key);
    changed();
  };
}
