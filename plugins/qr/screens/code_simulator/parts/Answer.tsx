import type { ResultOf } from '@waypost/contract';
import { CopyText, type Fact, Facts, Panel, ScreenLink, Tag, useFormat, useWords } from '@waypost/host-sdk';
import { useEffect, useRef } from 'react';
import type { tryVisitCall } from '../calls.ts';
import { StepList } from './StepList.tsx';
import styles from './simulator.module.css';

/** What the visitor would get, and how it came to that. */
export function Answer({ tried }: { tried: ResultOf<typeof tryVisitCall> }) {
  const words = useWords();
  const format = useFormat();
  const { address, id, is_by_chance, name, outcome, refusal, short_url, status, steps, time } = tried;
  const what = content(tried);
  const facts: Fact[] = [
    [
      words('qr.simulator.code'),
      <ScreenLink key="code" to={`set_qr_code?id=${id}`}>
        {name}
      </ScreenLink>,
    ],
    [words('qr.simulator.short_url'), <CopyText key="short" value={short_url} isWhole />],
    [words('qr.simulator.at'), format.dateTime(time)],
    [words('qr.simulator.status'), words(`qr.simulator.status.${statusWord(status)}`, { status })],
    ...(address === null
      ? []
      : [
          [
            words('qr.simulator.address'),
            <CopyText key="address" value={address} isWhole />,
          ] as const satisfies Fact,
        ]),
  ];
  const told = useRef<HTMLParagraphElement>(null);
  // On a phone it stands below the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is to be seen, too
  useEffect(() => {
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [tried]);
  return (
    <div className={styles.answer} aria-live="polite">
      <Panel title={words('qr.simulator.answer')}>
        <p ref={told} className={styles.outcome}>
          <Tag tone={outcome === 'refused' ? 'bad' : outcome === 'password' ? 'warning' : 'good'}>
            {words(what)}
          </Tag>
        </p>
        {refusal === null ? null : (
          <p className={styles.note}>{words(`qr.simulator.refusal.${refusal}.text`)}</p>
        )}
        {is_by_chance ? <p className={styles.note}>{words('qr.simulator.by_chance')}</p> : null}
        <Facts facts={facts} />
        <p className={styles.last}>{words('qr.simulator.nothing_stays')}</p>
      </Panel>
      <Panel title={words('qr.simulator.steps')} text={words('qr.simulator.steps.text')}>
        <StepList steps={steps} />
      </Panel>
    </div>
  );
}

function content({ content, outcome, refusal }: ResultOf<typeof tryVisitCall>): string {
  if (refusal !== null) return `qr.simulator.refusal.${refusal}`;
  return content === null ? `qr.simulator.outcome.${outcome}` : `qr.simulator.content.${content}`;
}

/** What people call an answer by its number. */
const statusWord = (status: number): string =>
  [200, 302, 403, 404, 405, 410, 451, 503].includes(status) ? String(status) : 'other';
