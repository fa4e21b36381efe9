import type { Disposer } from '@waypost/sdk';

/**
 * Adds values to a set for as long as somebody holds them: a screen and its calls declare the same permission, and it
 * stays when one of them is taken back.
 */
export function countedSet<T>(set: Set<T>): (value: T) => Disposer {
  const held = new Map<T, number>();
  return (value) => {
    held.set(value, (held.get(value) ?? 0) + 1);
    set.add(value);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (held.get(value) ?? 1) - 1;
      held.set(value, left);
      if (left === 0) set.delete(value);
    };
  };
}
