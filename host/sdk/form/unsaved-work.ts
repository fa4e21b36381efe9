import { useSyncExternalStore } from 'react';

/** Forms on the page with changes that nobody has saved. */
let count = 0;
const listeners = new Set<() => void>();

function change(step: 1 | -1): void {
  count += step;
  for (const listener of listeners) listener();
}

/** Says that there is unsaved work until the returned function is called. */
export function holdUnsavedWork(): () => void {
  change(1);
  return () => change(-1);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether leaving the screen now would lose something that was typed. */
export function useHasUnsavedWork(): boolean {
  return useSyncExternalStore(subscribe, () => count > 0);
}
