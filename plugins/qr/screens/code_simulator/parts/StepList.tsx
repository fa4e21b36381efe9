import { Tag, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import type { Step } from '../steps/values.ts';
import { conditionText } from './condition-text.ts';
import styles from './simulator.module.css';
import { type StepState, stateOf, stepText, stepTitle } from './step-text.ts';
import { TurnTable } from './TurnTable.tsx';

const TONES: Readonly<Record<StepState, 'good' | 'bad' | 'warning' | 'neutral' | 'info'>> = {
  passed: 'good',
  refused: 'bad',
  asked: 'warning',
  decides: 'info',
  unmet: 'neutral',
};

/** The checks of a visit in their order. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => (
        // The order is what tells them apart: a host of a chain checks the same again.
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing is put between
        <li key={at} className={styles.step}>
          <OneStep step={step} />
        </li>
      ))}
    </ol>
  );
}

function OneStep({ step }: { step: Step }) {
  const words = useWords();
  const format = useFormat();
  const locale = useLocale();
  const state = stateOf(step);
  const text = stepText(step, { words, format });
  return (
    <>
      <div className={styles.head}>
        <strong>{stepTitle(step, words)}</strong>
        <Tag tone={TONES[state]}>{words(`qr.simulator.is.${state}`)}</Tag>
      </div>
      {text === '' ? null : <p className={styles.text}>{text}</p>}
      {(step.check === 'rule' || step.check === 'shield') && step.conditions.length > 0 ? (
        <ul className={styles.conditions}>
          {step.conditions.map((condition, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions never move
            <li key={at}>{conditionText(condition, { words, format, locale })}</li>
          ))}
        </ul>
      ) : null}
      <TurnTable step={step} />
    </>
  );
}
