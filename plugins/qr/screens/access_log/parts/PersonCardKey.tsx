import { type DetailSlotProps, Panel, PendingState, useAction, useCall, useWords } from '@waypost/host-sdk';
import { issuePersonCardKeyCall, personCardKeyCall, revokePersonCardKeyCall } from '../calls.ts';
import { CardKeyPanel } from './CardKeyPanel.tsx';

/** A customer's card key on the customer's page: for who asks support for one, and to end one that got about. */
export function PersonCardKey({ row: { id } }: DetailSlotProps) {
  const words = useWords();
  const { data, error, refetch } = useCall(personCardKeyCall, { id });
  const issue = useAction(issuePersonCardKeyCall);
  const revoke = useAction(revokePersonCardKeyCall);
  return (
    <Panel title={words('qr.card_key.title')}>
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={3} />
      ) : (
        <CardKeyPanel
          // What was told of one customer's key is not told of the next one's.
          key={id}
          text="qr.person.card_key"
          state={data}
          isBusy={issue.isRunning || revoke.isRunning}
          onIssue={async () => {
            const { key } = await issue.run({ id });
            await refetch();
            return key;
          }}
          onRevoke={async () => {
            await revoke.run({ id });
            await refetch();
          }}
        />
      )}
    </Panel>
  );
}
