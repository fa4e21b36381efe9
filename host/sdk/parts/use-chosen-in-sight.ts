import { type RefObject, useEffect, useRef } from 'react';

/**
 * A row of tabs that may be longer than the screen keeps the chosen one in sight: at first, after a change, and where the
 * row gets narrower later, as when a phone is turned. Only the row itself moves, never the page around it.
 *
 * @param selector finds the chosen tab within the row
 * @param chosen another value is another tab to look for
 */
export function useChosenInSight<E extends HTMLElement>(
  selector: string,
  chosen: string | undefined,
): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another tab in sight
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const tab = element.querySelector<HTMLElement>(selector);
      if (tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [selector, chosen]);
  return row;
}
