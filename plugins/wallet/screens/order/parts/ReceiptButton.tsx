import { Button, notify, useAction, usePermission, useTrackOperation, useWords } from '@waypost/host-sdk';
import { receiptCall } from '../../../orders/receipt/calls.ts';
import { OrderStatus } from '../../../orders/values.ts';

/** Has the receipt of a paid order written; it is offered in the tray when it is done. */
export function ReceiptButton({ order: { id, status } }: { order: { id: string; status: number } }) {
  const words = useWords();
  const may = usePermission();
  const track = useTrackOperation();
  const { run, isRunning } = useAction(receiptCall);
  if (status !== OrderStatus.paid || !may('wallet.order:read') || !may('system.operation:read')) return null;
  const write = async () => {
    // A failure has been told by then.
    const started = await run({ id }).catch(() => undefined);
    if (started === undefined) return;
    track(started.id);
    notify.success(words('wallet.receipt.started'));
  };
  return (
    <Button isBusy={isRunning} onClick={() => void write()}>
      {words('wallet.receipt.verb')}
    </Button>
  );
}
