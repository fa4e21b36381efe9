import { Button, Panel, ScreenLink, useAction, useCall, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import { SettledStep, StepMark } from '../../home_admin/parts/FirstStep.tsx';
import styles from '../../home_admin/parts/first-steps.module.css';
import { homeStepCall, homeStepsCall, type OwnStep } from '../calls.ts';

/** Milliseconds between looks: a code is made, and a visit comes, elsewhere. */
const REFRESH_MS = 15_000;

/** What a customer begins with, each with the way there. Nothing once it is done or put away. */
export function OwnSteps() {
  const words = useWords();
  const { data, refetch } = useCall(homeStepsCall, {}, { refetchInterval: REFRESH_MS });
  const note = useAction(homeStepCall);
  // Who comes back from a step wants to see it done.
  useEffect(() => void refetch(), [refetch]);
  const steps = data?.steps ?? [];
  if (steps.length === 0) return null;
  const open = steps.filter(({ is_done }) => !is_done);
  const done = steps.filter(({ is_done }) => is_done);
  const tell = (what: 'shared' | 'hidden') =>
    note.run({ what }).then(
      () => refetch(),
      () => undefined,
    );
  return (
    <Panel
      title={words('first_steps.title')}
      text={words('first_steps.done', { count: done.length, all: steps.length })}
      actions={
        <Button kind="text" isBusy={note.isRunning} onClick={() => void tell('hidden')}>
          {words('first_steps.hide')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        {open.map((step) => (
          <Step key={step.name} step={step} onFollow={() => step.name === 'share' && void tell('shared')} />
        ))}
      </ol>
      {done.length > 0 ? (
        <ul className={styles.settled}>
          {done.map(({ name }) => (
            <SettledStep key={name} state="done" title={words(`home.steps.${name}`)} />
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

/** A step that waits: what is to be done, and the way there. */
function Step({ step: { name, screen }, onFollow }: { step: OwnStep; onFollow: () => void }) {
  const words = useWords();
  return (
    <li className={styles.step}>
      <StepMark state="to_do" />
      <div className={styles.body}>
        <h3 className={styles.name}>{words(`home.steps.${name}`)}</h3>
        <p className={styles.text}>{words(`home.steps.${name}.text`)}</p>
        {screen === null || name === 'visit' ? null : (
          <span onClickCapture={onFollow}>
            <ScreenLink to={screen}>{words(`home.steps.${name}.go`)}</ScreenLink>
          </span>
        )}
      </div>
    </li>
  );
}
