import { Button, CopyText, confirmDanger, useFormat, usePublicOrigin, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../codes/parts/told-once.module.css';

interface CardKeyPanelProps {
  /** Words that say what the key opens. */
  text: string;
  /** The key in force; null: there is none. */
  state: { hint: string; create_time: string } | null;
  isBusy: boolean;
  /** Answers the key, which is told once. */
  onIssue: () => Promise<string>;
  onRevoke: () => Promise<void>;
}

/** A card key: what it opens, whether there is one, a fresh one in its place, the end of it. */
export function CardKeyPanel({ text, state, isBusy, onIssue, onRevoke }: CardKeyPanelProps) {
  const words = useWords();
  const format = useFormat();
  const origin = usePublicOrigin();
  const [key, setKey] = useState<string>();
  const renew = async () => setKey(await onIssue());
  const ask = (name: 'replace' | 'revoke', run: () => Promise<void>) =>
    void confirmDanger({
      title: words(`qr.card_key.${name}.confirm`),
      text: words('qr.card_key.confirm.text'),
      verb: words(`qr.card_key.${name}`),
      run,
    });
  return (
    <div className={styles.panel}>
      <p>{words(text)}</p>
      {state === null ? null : <CopyText value={`${origin}/#/access_log`} />}
      {key === undefined ? null : (
        <div className={styles.fresh} role="status">
          <p>{words('qr.card_key.once')}</p>
          <CopyText value={key} />
        </div>
      )}
      <p>
        {state === null
          ? words('qr.card_key.none')
          : words('qr.card_key.issued', { hint: state.hint, time: format.dateTime(state.create_time) })}
      </p>
      <div className={styles.buttons}>
        {state === null ? (
          // A failure has been told by then.
          <Button isBusy={isBusy} onClick={() => void renew().catch(() => undefined)}>
            {words('qr.card_key.issue')}
          </Button>
        ) : (
          <>
            <Button isBusy={isBusy} onClick={() => ask('replace', renew)}>
              {words('qr.card_key.replace')}
            </Button>
            <Button
              kind="danger"
              isBusy={isBusy}
              onClick={() =>
                ask('revoke', async () => {
                  await onRevoke();
                  setKey(undefined);
                })
              }
            >
              {words('qr.card_key.revoke')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
