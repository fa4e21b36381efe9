import { IconCheckCircleFill, IconMinusCircle } from '@arco-design/web-react/icon';
import { Button, useAction, useWords } from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import { hideStepCall, type Step } from '../calls.ts';
import styles from './first-steps.module.css';

/** A step in words, of the platform or of a plugin. */
export interface ShownStep extends Omit<Step, 'name'> {
  name: string;
  title: string;
  text: string;
  /** How it is done. */
  way: ReactNode;
}

/** A step that waits: what is found, how it is done, and a way to put it away. */
export function OpenStep({ step, onDone }: { step: ShownStep; onDone: () => void }) {
  const words = useWords();
  const { run, isRunning } = useAction(hideStepCall);
  const { name, said, title, text, way } = step;
  return (
    <li className={styles.step}>
      <StepMark state="to_do" />
      <div className={styles.body}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
        {way}
      </div>
      <Button
        kind="text"
        isBusy={isRunning}
        onClick={() => void run({ name, said }).then(onDone, () => undefined)}
      >
        {words('first_steps.hide')}
        <span className="wp-visually-hidden">{title}</span>
      </Button>
    </li>
  );
}

/** A step that is done or not needed: its name, beside others. */
export function SettledStep({
  state,
  title,
  text = '',
}: Pick<ShownStep, 'state' | 'title'> & { text?: string }) {
  return (
    <li className={styles.settledStep} title={text === '' ? undefined : text}>
      <StepMark state={state} />
      <h3 className={styles.name}>{title}</h3>
    </li>
  );
}

/** Whether a step is done, as a sign and in words. */
export function StepMark({ state }: Pick<Step, 'state'>) {
  const words = useWords();
  return (
    <span className={styles.mark}>
      <StepIcon state={state} />
      <span className="wp-visually-hidden">{words(`first_steps.state.${state}`)}</span>
    </span>
  );
}

function StepIcon({ state }: Pick<Step, 'state'>) {
  if (state === 'done') return <IconCheckCircleFill className={styles.done} aria-hidden="true" />;
  if (state === 'not_needed') return <IconMinusCircle aria-hidden="true" />;
  return <span className={styles.circle} aria-hidden="true" />;
}
