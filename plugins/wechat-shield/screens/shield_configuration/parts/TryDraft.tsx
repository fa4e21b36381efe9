import type { ResultOf } from '@waypost/contract';
import { Button, useAction, useForm, useQuery, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { TRIED_DAYS, tryRulesCall } from '../calls.ts';
import { ruleResource } from '../resource.ts';
import { Answer } from './DryRunDrawer.tsx';
import styles from './shield.module.css';

const EDITED = /^edit:([0-9a-f]{24})$/;

/** Holds the rule that is being written against kept visits, before anybody is refused by it. */
export function TryDraft() {
  const words = useWords();
  const { values } = useForm();
  const [query] = useQuery();
  const [tried, setTried] = useState<{ of: string; answer: ResultOf<typeof tryRulesCall> }>();
  const { run, isRunning } = useAction(tryRulesCall);
  const draft = ruleResource.schemas.create.safeParse(
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  );
  const isWhole = draft.success && ruleResource.rules.every(({ holds }) => holds(draft.data));
  const of = JSON.stringify(values);
  const start = async () => {
    if (!draft.success) return;
    const [, edited] = EDITED.exec(query.get('drawer') ?? '') ?? [];
    const body = {
      rule: draft.data,
      days: TRIED_DAYS[1],
      ...(edited === undefined ? {} : { instead_of: edited }),
    };
    const answer = await run(body).catch(() => undefined);
    if (answer !== undefined) setTried({ of, answer });
  };
  return (
    <div className={styles.part} aria-live="polite">
      <p className={styles.note}>{words('wechat-shield.rule.try.draft.text')}</p>
      <div>
        <Button isBusy={isRunning} isDisabled={!isWhole} onClick={() => void start()}>
          {words('wechat-shield.rule.try.draft.verb')}
        </Button>
      </div>
      {/* What was changed since says nothing of the rule as it stands now. */}
      {tried?.of === of ? <Answer tried={tried.answer} /> : null}
    </div>
  );
}
