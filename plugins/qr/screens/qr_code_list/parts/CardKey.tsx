import { Button, Drawer, PendingState, useAction, useCall, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { cardKeyCall, issueCardKeyCall, revokeCardKeyCall } from '../../access_log/calls.ts';
import { CardKeyPanel } from '../../access_log/parts/CardKeyPanel.tsx';

/** Issues and revokes the caller's card key, which opens the public visitor enquiry for others. */
export function CardKey() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words('qr.card_key.title')}</Button>
      <Drawer title={words('qr.card_key.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <OwnCardKey />
      </Drawer>
    </>
  );
}

function OwnCardKey() {
  const { data, error, refetch } = useCall(cardKeyCall, {});
  const issue = useAction(issueCardKeyCall);
  const revoke = useAction(revokeCardKeyCall);
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={3} />;
  return (
    <CardKeyPanel
      text="qr.card_key.text"
      state={data}
      isBusy={issue.isRunning || revoke.isRunning}
      onIssue={async () => {
        const { key } = await issue.run({});
        await refetch();
        return key;
      }}
      onRevoke={async () => {
        await revoke.run({});
        await refetch();
      }}
    />
  );
}
