import { useSyncExternalStore } from 'react';

/** Changes on the page that nobody has saved. */
export interface UnsavedWork {
  /** Asked at the moment of leaving: saving ends it before React has rendered again. */
  isHeld(): boolean;
  /** The person agreed to lose it. */
  onLeave(): void;
}

const works = new Set<UnsavedWork>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Says that there is unsaved work until the returned function is called. */
export function holdUnsavedWork(work: UnsavedWork): () => void {
  works.add(work);
  tell();
  return () => {
    works.delete(work);
    tell();
  };
}

/** What leaving now would lose. */
export const heldWork = (): UnsavedWork[] => [...works].filter((work) => work.isHeld());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether leaving the screen now would lose something that was typed. */
export function useHasUnsavedWork(): boolean {
  return useSyncExternalStore(subscribe, () => works.size > 0);
}
