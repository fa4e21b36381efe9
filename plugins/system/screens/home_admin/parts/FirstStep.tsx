import { IconCheckCircleFill, IconMinusCircle } from '@arco-design/web-react/icon';
import { Button, CopyText, ScreenLink, useAction, useFormat, useWords } from '@waypost/host-sdk';
import { type FirstSteps, hideStepCall, type Step } from '../calls.ts';
import { ChooseAddress } from './ChooseAddress.tsx';
import { ChooseZone } from './ChooseZone.tsx';
import styles from './first-steps.module.css';

interface FirstStepProps {
  step: Step;
  found: FirstSteps;
  onDone: () => void;
}

/** One step: what is found, how it is done, and a way to put it away. What is done is a line. */
export function FirstStep({ step, found, onDone }: FirstStepProps) {
  const words = useWords();
  const format = useFormat();
  const { run, isRunning } = useAction(hideStepCall);
  const { name, said, state } = step;
  const title = words(`first_steps.${name}`);
  const isOpen = state === 'to_do';
  const text = words(`first_steps.${name}.${said}`, {
    address: name === 'proxy' ? found.seen_at : found.public_address.address,
    zone: found.time_zone.zone,
    time: found.backup_time === null ? '' : format.relative(found.backup_time),
  });
  return (
    <li className={`${styles.step} ${isOpen ? styles.open : ''}`}>
      <span className={styles.mark}>
        <StepMark state={state} />
        <span className="wp-visually-hidden">{words(`first_steps.state.${state}`)}</span>
      </span>
      <div className={styles.body}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
        {isOpen ? <StepWay step={step} found={found} onDone={onDone} /> : null}
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

/** How a step is done, on the spot where that is possible. */
function StepWay({ step, found, onDone }: FirstStepProps) {
  const words = useWords();
  switch (step.name) {
    case 'public_address':
      return <ChooseAddress found={found.public_address} onDone={onDone} />;
    case 'time_zone':
      return <ChooseZone zone={found.time_zone.zone} onDone={onDone} />;
    case 'proxy':
      return <CopyText isWhole value={`TRUSTED_PROXIES=${found.seen_at}`} />;
    case 'backup':
      return <CopyText isWhole value="npm run -s waypost -- backup waypost-backup.tar" />;
    case 'code':
      return <ScreenLink to="set_qr_code">{words('first_steps.code.make')}</ScreenLink>;
  }
}
