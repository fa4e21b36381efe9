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

/** One step: what is found, how it is done, and a way to put it away. What is done is a line. */
export function FirstStep({ step, onDone }: { step: ShownStep; onDone: () => void }) {
  const words = useWords();
  const { run, isRunning } = useAction(hideStepCall);
  const { name, said, state, title, text, way } = step;
  const isOpen = state === 'to_do';
  return (
    <li className={`${styles.step} ${isOpen ? styles.open : ''}`}>
      <span className={styles.mark}>
        <StepMark state={state} />
        <span className="wp-visually-hidden">{words(`first_steps.state.${state}`)}</span>
      </span>
      <div className={styles.body}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
        {isOpen ? way : null}
      </div>
      {isOpen ? (
        <Button
          kind="text"
          isBusy={isRunning}
          onClick={() => void run({ name, said }).then(onDone, () => undefined)}
        >
          {words('first_steps.hide')}
          <span className="wp-visually-hidden">{title}</span>
        </Button>
      ) : null}
    </li>
  );
}

function StepMark({ state }: Pick<Step, 'state'>) {
  if (state === 'done') return <IconCheckCircleFill className={styles.done} aria-hidden="true" />;
  if (state === 'not_needed') return <IconMinusCircle aria-hidden="true" />;
  return <span className={styles.circle} aria-hidden="true" />;
}
