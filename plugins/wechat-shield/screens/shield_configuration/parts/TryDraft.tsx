import type { ResultOf } from '@waypost/contract';
import { Button, useAction, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { TRIED_DAYS, tryRulesCall } from '../calls.ts';
import { Answer } from './DryRunDrawer.tsx';
import { HiddenByDraft } from './NeverReached.tsx';
import styles from './shield.module.css';
import { useDraft, useSettled } from './use-draft.ts';

/** A pause in which whoever types is asked about nothing. */
const PAUSE_MS = 500;

/** Holds the rule that is being written against the others, and against kept visits, before anybody is refused by it. */
export function TryDraft() {
  const words = useWords();
  const draft = useDraft();
  const settled = useSettled(draft, PAUSE_MS);
  const [tried, setTried] = useState<{ of: string; answer: ResultOf<typeof tryRulesCall> }>();
  const { run, isRunning } = useAction(tryRulesCall);
  const of = JSON.stringify(draft);
  const start = async () => {
    if (draft === undefined) return;
    const answer = await run({ ...draft, days: TRIED_DAYS[1] }).catch(() => undefined);
    if (answer !== undefined) setTried({ of, answer });
  };
  return (
    <div className={styles.part} aria-live="polite">
      {settled === undefined || draft === undefined ? null : <HiddenByDraft draft={settled} />}
      <p className={styles.note}>{words('wechat-shield.rule.try.draft.text')}</p>
      <div>
        <Button isBusy={isRunning} isDisabled={draft === undefined} onClick={() => void start()}>
          {words('wechat-shield.rule.try.draft.verb')}
        </Button>
      </div>
      {/* What was changed since says nothing of the rule as it stands now. */}
      {tried !== undefined && tried.of === of ? <Answer tried={tried.answer} /> : null}
    </div>
  );
}
