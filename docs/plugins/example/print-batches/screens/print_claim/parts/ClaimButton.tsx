import { isAllowedTarget } from '@waypost/contract';
import { Button, Drawer, notify, useAction, useResource, useWords } from '@waypost/host-sdk';
import { type FormEvent, useId, useState } from 'react';
import { claimCall } from '../calls.ts';
import { sticker } from '../resource.ts';
import styles from './claim.module.css';

/** Asks for the code on a sticker and where it is to lead. `target`: the QR code that it is for. */
export function ClaimButton({ target }: { target?: { url: string; code: string } }) {
  const words = useWords();
  const id = useId();
  const claim = useAction(claimCall);
  const list = useResource(sticker);
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [url, setUrl] = useState(target?.url ?? '');
  const [fault, setFault] = useState<'code' | 'url'>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = code.trim() === '' ? 'code' : isAllowedTarget(url.trim()) ? undefined : 'url';
    setFault(found);
    if (found !== undefined) {
      document.getElementById(`${id}-${found}`)?.focus();
      return;
    }
    const { short_url } = await claim.run({
      code: code.trim(),
      url: url.trim(),
      ...(target === undefined ? {} : { qr_code: target.code }),
    });
    notify.success(words('print-batches.claim.done', { address: short_url }));
    setOpen(false);
    setCode('');
    setUrl(target?.url ?? '');
    list.reload();
  };
  const fields = [
    { name: 'code', value: code, set: setCode },
    { name: 'url', value: url, set: setUrl },
  ] as const;
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words('print-batches.claim.open')}
      </Button>
      <Drawer title={words('print-batches.claim.open')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className={styles.form}
          noValidate
          // A refused claim has told why in a notice of its own; what was typed stays.
          onSubmit={(event) => void submit(event).catch(() => undefined)}
        >
          {fields.map(({ name, value, set }) => (
            <div key={name} className={styles.field}>
              <label htmlFor={`${id}-${name}`}>{words(`print-batches.claim.${name}`)}</label>
              <input
                id={`${id}-${name}`}
                className={styles.input}
                value={value}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={fault === name || undefined}
                aria-describedby={`${id}-${name}-help`}
                onChange={(event) => set(event.target.value)}
              />
              <p id={`${id}-${name}-help`} className={fault === name ? styles.fault : styles.help}>
                {words(`print-batches.claim.${name}.${fault === name ? 'fault' : 'help'}`)}
              </p>
            </div>
          ))}
          <Button kind="primary" type="submit" isBusy={claim.isRunning}>
            {words('print-batches.claim.run')}
          </Button>
        </form>
      </Drawer>
    </>
  );
}
