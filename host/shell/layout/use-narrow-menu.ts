import { useIsNarrower } from '@waypost/host-sdk';
import { useState } from 'react';

const STORAGE_KEY = 'waypost.menu_narrow';
/** Below this width (pixels) the lists need the room. */
const ROOMY = 1200;

/** Whether the side menu shows pictures alone, and a switch. In a small window it does by itself; a large one remembers. */
export function useNarrowMenu(): [boolean, () => void] {
  const isSmall = useIsNarrower(ROOMY);
  const [isKeptNarrow, setKeptNarrow] = useState(() => localStorage.getItem(STORAGE_KEY) === '1');
  const [isOpenedWhileSmall, setOpenedWhileSmall] = useState(false);
  const isNarrow = isSmall ? !isOpenedWhileSmall : isKeptNarrow;
  const fold = () => {
    if (isSmall) return setOpenedWhileSmall(isNarrow);
    localStorage.setItem(STORAGE_KEY, isNarrow ? '0' : '1');
    setKeptNarrow(!isNarrow);
  };
  return [isNarrow, fold];
}
