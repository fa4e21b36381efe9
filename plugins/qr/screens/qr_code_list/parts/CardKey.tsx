import {
  Button,
  CopyText,
  confirmDanger,
  Drawer,
  Skeleton,
  useAction,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { cardKeyCall, issueCardKeyCall, revokeCardKeyCall } from '../../access_log/calls.ts';
import styles from './card-key.module.css';

/** Issues and revokes the caller's card key, which opens the public visitor enquiry for others. */
export function CardKey() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words('qr.card_key.title')}</Button>
      <Drawer title={words('qr.card_key.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <CardKeyPanel />
      </Drawer>
    </>
  );
}

function CardKeyPanel() {
  const words = useWords();
  const format = useFormat();
  const { data, refetch } = useCall(cardKeyCall, {});
  const issue = useAction(issueCardKeyCall);
  const revoke = useAction(revokeCardKeyCall);
  const [key, setKey] = useState<string>();
  if (data === undefined) return <Skeleton lines={3} />;
  const renew = async () => {
    const issued = await issue.run({});
    setKey(issued.key);
    await refetch();
  };
  const ask = (name: 'replace' | 'revoke', run: () => Promise<void>) =>
    confirmDanger({
      title: words(`qr.card_key.${name}.confirm`),
      text: words('qr.card_key.confirm.text'),
      verb: words(`qr.card_key.${name}`),
      run,
    });
  return (
    <div className={styles.panel}>
      <p>{words('qr.card_key.text')}</p>
      <CopyText value={`${location.origin}/#/access_log`} />
      {key === undefined ? null : (
        <div className={styles.fresh} role="status">
          <p>{words('qr.card_key.once')}</p>
          <CopyText value={key} />
        </div>
      )}
      <p>
        {data === null
          ? words('qr.card_key.none')
          : words('qr.card_key.issued', { hint: data.hint, time: format.dateTime(data.create_time) })}
      </p>
      <div className={styles.buttons}>
        {data === null ? (
          <Button kind="primary" isBusy={issue.isRunning} onClick={() => void renew()}>
            {words('qr.card_key.issue')}
          </Button>
        ) : (
          <>
            <Button isBusy={issue.isRunning} onClick={() => void ask('replace', renew)}>
              {words('qr.card_key.replace')}
            </Button>
            <Button
              kind="danger"
              isBusy={revoke.isRunning}
              onClick={() =>
                void ask('revoke', async () => {
                  await revoke.run({});
                  setKey(undefined);
                  await refetch();
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
