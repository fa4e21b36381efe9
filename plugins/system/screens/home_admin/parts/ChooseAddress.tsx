import { Input } from '@arco-design/web-react';
import { addressReason } from '@waypost/contract';
import { ApiError, Button, useFaultText, useWords } from '@waypost/host-sdk';
import { type FormEvent, useId, useState } from 'react';
import { useSetAddress } from '../../configuration/use-public-address.ts';
import type { FirstSteps } from '../calls.ts';
import styles from './first-steps.module.css';

/** What the page was opened under is what visitors may open, too, unless it is an address of this machine or network. */
function proposal(): string {
  const { origin } = window.location;
  const reason = addressReason(origin);
  return reason === undefined || reason === 'plain_http' ? origin : '';
}

/** The public address: the one of this page is one press away, another is typed. */
export function ChooseAddress({
  found,
  onDone,
}: {
  found: FirstSteps['public_address'];
  onDone: () => void;
}) {
  const words = useWords();
  const faultText = useFaultText();
  const setAddress = useSetAddress();
  const faultId = useId();
  const [typed, setTyped] = useState(proposal);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (found.source === 'environment')
    return <p className={styles.text}>{words('first_steps.public_address.environment')}</p>;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      if (await setAddress(typed)) onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(faultText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.way} noValidate onSubmit={(event) => void submit(event)}>
      <Input
        aria-label={words('first_steps.public_address')}
        aria-describedby={fault === undefined ? undefined : faultId}
        value={typed}
        placeholder="https://qr.example.com"
        inputMode="url"
        autoComplete="off"
        onChange={setTyped}
      />
      <Button type="submit" isBusy={isBusy} isDisabled={typed.trim() === ''}>
        {words('first_steps.public_address.use')}
      </Button>
      {fault === undefined ? null : (
        <p id={faultId} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
