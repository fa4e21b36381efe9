import { Panel, useCall, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { firstStepsCall } from '../calls.ts';
import { FirstStep } from './FirstStep.tsx';
import styles from './first-steps.module.css';

/** Milliseconds between looks: a backup or a code is made elsewhere. */
const REFRESH_MS = 15_000;

/** What a new installation still needs, each with the way to do it. Nothing once nothing is left to do. */
export function FirstSteps() {
  const words = useWords();
  const { data, refetch } = useCall(
    firstStepsCall,
    { page: window.location.origin },
    { refetchInterval: REFRESH_MS },
  );
  // Who comes back from a step that is done elsewhere wants to see it done, and not what was known before.
  useEffect(() => void refetch(), [refetch]);
  const steps = data?.steps.filter(({ is_hidden }) => !is_hidden) ?? [];
  if (!data || !steps.some(({ state }) => state === 'to_do')) return null;
  const count = steps.filter(({ state }) => state !== 'to_do').length;
  return (
    <Panel title={words('first_steps.title')} text={words('first_steps.done', { count, all: steps.length })}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <FirstStep key={step.name} step={step} found={data} onDone={() => void refetch()} />
        ))}
      </ol>
    </Panel>
  );
}
