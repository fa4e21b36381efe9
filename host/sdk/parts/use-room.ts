import { useCallback, useRef } from 'react';

/**
 * Ref of what stands fixed at an edge of the window. As long as it does, `--wp-room-above` or `--wp-room-below` says how much
 * room it takes: pages and bars make way for it, so that it covers nothing.
 * @param room.gap pixels beside it that belong to it
 */
export function useRoom({
  edge,
  gap,
}: {
  edge: 'above' | 'below';
  gap: number;
}): (element: HTMLElement | null) => void {
  const observer = useRef<ResizeObserver>(null);
  return useCallback(
    (element: HTMLElement | null) => {
      observer.current?.disconnect();
      const { style } = document.documentElement;
      const name = `--wp-room-${edge}`;
      if (element === null) {
        style.removeProperty(name);
        return;
      }
      const measure = () => style.setProperty(name, `${element.offsetHeight + gap}px`);
      // At once: what is covered for a frame would move under the hand in the next.
      measure();
      observer.current = new ResizeObserver(measure);
      observer.current.observe(element);
    },
    [edge, gap],
  );
}
