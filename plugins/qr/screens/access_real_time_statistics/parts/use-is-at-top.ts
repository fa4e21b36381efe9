import { useEffect, useState } from 'react';

/** How far the page may be scrolled and still count as at its top, pixels. */
const SLACK = 120;

/** Whether the page is scrolled to its top, where new rows may slide in without moving what somebody reads. */
export function useIsAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(true);
  useEffect(() => {
    // Whatever scrolls: the page, or a part of the shell around the screen.
    const onScroll = (event: Event) => {
      const { target } = event;
      const place = target instanceof Element ? target : document.scrollingElement;
      if (place && (target === document || place.contains(document.querySelector('h1'))))
        setAtTop(place.scrollTop < SLACK);
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, []);
  return isAtTop;
}
