import { type RefObject, useEffect, useRef } from 'react';
import { markHiddenEdges } from '../list/hidden-edges.ts';

/**
 * A row of tabs that may be longer than the screen keeps the chosen one in sight: at first, after a change, and where the
 * row gets narrower later, as when a phone is turned. Only the row itself moves, never the page around it. It says on which
 * sides more is hidden, as `data-hidden` for its style.
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
      markHiddenEdges(element);
    });
    observer.observe(element);
    const mark = () => markHiddenEdges(element);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [selector, chosen]);
  return row;
}
