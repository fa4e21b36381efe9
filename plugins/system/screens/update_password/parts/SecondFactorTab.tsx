import { field } from '@waypost/contract';
import { profile } from '@waypost/contract/platform';
import {
  Button,
  CallForm,
  clientStore,
  notify,
  Panel,
  PendingState,
  Slot,
  sessionAtom,
  Tag,
  useAction,
  useCall,
  useFormat,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { z } from 'zod';
import { renewRecoveryCodes, secondFactorState, turnOffSecondFactor } from '../../../second-factor/calls.ts';
import { typedPassword } from '../check.ts';
import styles from '../page.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

/** Password and code together: what neither a stolen session nor a stolen telephone may do. */
const BOTH = {
  old_password: field(typedPassword, { sealed: true, autoComplete: 'current-password' }),
  totp: field(z.string().trim().min(1), { autoComplete: 'one-time-code', draft: false }),
};
/** Fewer than this many left: time to make others. */
const FEW_CODES = 3;

/** The second factor: set up, its recovery codes made again, switched off. */
export function SecondFactorTab() {
  const words = useWords();
  const { data, error, refetch } = useCall(secondFactorState, {});
  const user = useUser();
  const readProfile = useAction(profile);
  const [step, setStep] = useState<'set_up' | 'renew' | 'turn_off'>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  const show = (made: readonly string[]) => {
    setStep(undefined);
    setCodes(made);
    void refetch();
  };
  const close = () => setStep(undefined);
  const leaveCodes = async () => {
    setCodes(undefined);
    if (!user?.must_set_second_factor) return;
    // Everything else is open by now: menu and permissions are others.
    const { token, user_info } = await readProfile.run({});
    clientStore.set(sessionAtom, { token, user: user_info });
    location.hash = '#/customer?signed_in';
    location.reload();
  };
  return (
    <>
      <div className={styles.stack}>
        <FactorPanel factor={data} onStep={setStep} />
        {data.is_on ? <Slot name="system.second_factor.more" props={{}} /> : null}
      </div>
      {step === 'set_up' ? <SetUpSecondFactor onConfirmed={show} onClose={close} /> : null}
      {step === 'renew' ? (
        <CallForm
          call={renewRecoveryCodes}
          name="system.second_factor"
          fields={BOTH}
          submit="system.second_factor.renew"
          drawer={{ title: words('system.second_factor.renew.title'), width: 480 }}
          about="renew"
          extra={<p>{words('system.second_factor.renew.text')}</p>}
          onCancel={close}
          onSent={({ recovery_codes }) => show(recovery_codes)}
        />
      ) : null}
      {step === 'turn_off' ? (
        <CallForm
          call={turnOffSecondFactor}
          name="system.second_factor"
          fields={BOTH}
          submit="system.second_factor.turn_off"
          submitKind="danger"
          drawer={{ title: words('system.second_factor.turn_off.title'), width: 480 }}
          about="turn_off"
          extra={<p>{words('system.second_factor.turn_off.text')}</p>}
          onCancel={close}
          onSent={() => {
            close();
            notify.success(words('system.second_factor.turned_off'));
            void refetch();
          }}
        />
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onClose={() => void leaveCodes()} /> : null}
    </>
  );
}

interface FactorPanelProps {
  factor: { is_on: boolean; since: string | null; recovery_left: number };
  onStep: (step: 'set_up' | 'renew' | 'turn_off') => void;
}

function FactorPanel({ factor, onStep }: FactorPanelProps) {
  const words = useWords();
  const format = useFormat();
  const { is_on, since, recovery_left } = factor;
  if (!is_on || since === null)
    return (
      <Panel
        title={words('system.second_factor.off')}
        text={words('system.second_factor.off.text')}
        actions={
          <Button kind="primary" onClick={() => onStep('set_up')}>
            {words('system.second_factor.set_up')}
          </Button>
        }
      >
        {null}
      </Panel>
    );
  return (
    <Panel
      title={words('system.second_factor.on')}
      text={words('system.second_factor.on.text', { time: format.dateTime(since) })}
      actions={
        <Button kind="danger" onClick={() => onStep('turn_off')}>
          {words('system.second_factor.turn_off')}
        </Button>
      }
    >
      <div className={styles.line}>
        <Tag tone={recovery_left < FEW_CODES ? 'warning' : 'good'}>
          {words('system.second_factor.left', { count: recovery_left })}
        </Tag>
        <Button onClick={() => onStep('renew')}>{words('system.second_factor.renew')}</Button>
      </div>
    </Panel>
  );
}
