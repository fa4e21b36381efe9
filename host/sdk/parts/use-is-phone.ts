import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is narrower than `pixels`. */
export function useIsNarrower(pixels: number): boolean {
  const query = `(max-width: ${pixels - 1}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Whether the window is narrower than 768 px. */
export function useIsPhone(): boolean {
  return useIsNarrower(768);
}
