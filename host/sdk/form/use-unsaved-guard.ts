import { useEffect, useEffectEvent, useRef } from 'react';
import { confirm } from '../parts/confirm.tsx';
import { useWords } from '../words/context.tsx';
import { holdUnsavedWork } from './unsaved-work.ts';

type Words = ReturnType<typeof useWords>;

/** Whether unsaved work may be lost. */
export const askToLose = (words: Words): Promise<boolean> =>
  confirm({
    title: words('form.unsaved.title'),
    text: words('form.unsaved.text'),
    verb: words('form.unsaved.leave'),
    keep: words('form.unsaved.keep'),
  });

/**
 * Asks before unsaved work is lost: on another address (through the page's `LeaveQuestion`), on closing the tab, and through
 * `askToLeave` for a close button. Returns `askToLeave`; true when there is nothing to lose or the person agreed.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  /** The person agreed to lose it. */
  onLeave?: () => void,
): {
  askToLeave: () => Promise<boolean>;
  release: () => void;
} {
  const words = useWords();
  const isHeld = useRef(false);
  isHeld.current = isDirty;
  const isReleased = useRef(false);
  if (!isDirty) isReleased.current = false;
  const left = useEffectEvent(() => onLeave?.());

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const end = holdUnsavedWork({
      isHeld: () => isHeld.current && !isReleased.current,
      onLeave: () => left(),
    });
    return () => {
      end();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);

  return {
    askToLeave: async () => {
      if (!isHeld.current || isReleased.current) return true;
      const isAgreed = await askToLose(words);
      if (isAgreed) {
        isReleased.current = true;
        onLeave?.();
      }
      return isAgreed;
    },
    release: () => {
      isReleased.current = true;
    },
  };
}
