import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { useWords } from '../words/context.tsx';
import { heldWork, useHasUnsavedWork } from './unsaved-work.ts';
import { askToLose } from './use-unsaved-guard.ts';

/** Asks before another address takes unsaved work away; once on a page. The router has a blocker only while there is some. */
export function LeaveQuestion() {
  return useHasUnsavedWork() ? <Blocker /> : null;
}

function Blocker() {
  const words = useWords();
  const blocker = useBlocker(() => heldWork().length > 0);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLose(words).then((isAgreed) => {
      if (!isAgreed) return blocker.reset();
      for (const work of heldWork()) work.onLeave();
      blocker.proceed();
    });
  }, [blocker, words]);
  return null;
}
