import { Button, useAction, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { configurationTimeZone } from '../../configuration/calls.ts';
import { ZoneSelect } from '../../configuration/ZoneSelect.tsx';
import styles from './first-steps.module.css';

/** The time zone: the browser's is one press away. */
export function ChooseZone({ zone, onDone }: { zone: string; onDone: () => void }) {
  const words = useWords();
  const id = useId();
  const [chosen, setChosen] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone || zone);
  const { run, isRunning } = useAction(configurationTimeZone);
  return (
    <div className={styles.way}>
      <ZoneSelect id={id} aria-label={words('first_steps.time_zone')} value={chosen} onChange={setChosen} />
      <Button
        isBusy={isRunning}
        onClick={() => void run({ time_zone: chosen }).then(onDone, () => undefined)}
      >
        {words('first_steps.time_zone.use')}
      </Button>
    </div>
  );
}
