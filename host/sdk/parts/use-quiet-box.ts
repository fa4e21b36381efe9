import type { SelectHandle } from '@arco-design/web-react/es/Select/interface';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the `ref` of an Arco select that is searched. Arco hides the box that is typed in from assistive technology and leaves
 * it in the order of the keyboard; what stands around it has the focus.
 */
export function useQuietBox(): RefObject<SelectHandle | null> {
  const select = useRef<SelectHandle>(null);
  useEffect(() => {
    for (const box of select.current?.dom?.querySelectorAll('input') ?? []) {
      box.tabIndex = -1;
      // Of a select that takes several Arco leaves it without a name.
      box.setAttribute('aria-hidden', 'true');
    }
  });
  return select;
}
