import { screenPath, useShownThing } from '@waypost/host-sdk';
import { useLocation } from 'react-router-dom';

/** Path of the screen that a person is on, as the menu has it: of the page of a thing, that of its list. */
export function useScreenPath(): string {
  const { pathname } = useLocation();
  const thing = useShownThing();
  return thing === undefined ? pathname.replace(/\/+$/, '') : screenPath(thing.screen);
}
