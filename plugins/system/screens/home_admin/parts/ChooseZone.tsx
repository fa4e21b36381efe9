import { Button, useAction, useFaultText, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { configurationTimeZone } from '../../configuration/calls.ts';
import { ZoneInput } from '../../configuration/ZoneInput.tsx';
import styles from './first-steps.module.css';

/** The time zone: the browser's is one press away. */
export function ChooseZone({ zone, onDone }: { zone: string; onDone: () => void }) {
  const words = useWords();
  const faultText = useFaultText();
  const faultId = useId();
  const [chosen, setChosen] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone || zone);
  const { run, isRunning, error } = useAction(configurationTimeZone, { isSilent: true });
  const choose = () => void run({ time_zone: chosen }).then(onDone, () => undefined);
  return (
    <div className={styles.way}>
      <ZoneInput
        aria-label={words('first_steps.time_zone')}
        aria-describedby={error === undefined ? undefined : faultId}
        value={chosen}
        onChange={setChosen}
      />
      <Button isBusy={isRunning} isDisabled={chosen === ''} onClick={choose}>
        {words('first_steps.time_zone.use')}
      </Button>
      {error === undefined ? null : (
        <p id={faultId} className={styles.fault} role="alert">
          {faultText(error)}
        </p>
      )}
    </div>
  );
}
