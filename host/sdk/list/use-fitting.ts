import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FittingColumn, nextToLeave } from './fit-columns.ts';
import { markHiddenEdges } from './hidden-edges.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Which columns have no room in the frame around a table: measured, because nobody knows how wide words are. They leave
 * one by one before anything is painted, and all come back to be measured anew when the frame, the columns or what stands in
 * them changes: shorter rows leave room again.
 */
export function useFitting(
  columns: readonly FittingColumn[],
  rows: readonly unknown[] | undefined,
): { frame: RefObject<HTMLElement | null>; gone: ReadonlySet<string> } {
  const frame = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const [gone, setGone] = useState(NONE);
  const place = `${width} ${columns.map(({ key, title }) => `${key} ${title}`).join()}`;
  const [measured, setMeasured] = useState({ place, rows });
  if (measured.place !== place || measured.rows !== rows) {
    setMeasured({ place, rows });
    setGone(NONE);
  }
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const mark = () => markHiddenEdges(element);
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      mark();
    });
    observer.observe(element);
    // Its words may change their width by themselves, as once a font is there.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || rows === undefined) return;
    const isTooWide = element.scrollWidth > element.clientWidth;
    const next = isTooWide ? nextToLeave(columns, gone) : undefined;
    if (next !== undefined) setGone(new Set([...gone, next]));
    else markHiddenEdges(element);
  });
  return { frame, gone };
}
