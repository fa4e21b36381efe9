import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { confirm } from '../parts/confirm.tsx';
import { useWords } from '../words/context.tsx';
import { holdUnsavedWork } from './unsaved-work.ts';

/**
 * Asks before unsaved work is lost: on another address, on closing the tab, and through `askToLeave` for a close
 * button. Returns `askToLeave`; true when there is nothing to lose or the person agreed.
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
  // Read at the moment of leaving: saving clears it before React has rendered again.
  const isHeld = useRef(false);
  isHeld.current = isDirty;
  const isReleased = useRef(false);
  if (!isDirty) isReleased.current = false;

  const ask = useCallback(
    () =>
      confirm({
        title: words('form.unsaved.title'),
        text: words('form.unsaved.text'),
        verb: words('form.unsaved.leave'),
      }),
    [words],
  );
  const blocker = useBlocker(() => isHeld.current && !isReleased.current);
  const left = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((isAgreed) => {
      if (isAgreed) left();
      if (isAgreed) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, ask]);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const end = holdUnsavedWork();
    return () => {
      end();
      window.removeEventListener('beforeunload', warn);
    };
  }, [isDirty]);

  return {
    askToLeave: async () => {
      if (!isHeld.current || isReleased.current) return true;
      const isAgreed = await ask();
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
