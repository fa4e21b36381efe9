import type { RowOf } from '@waypost/contract';
import {
  Button,
  confirm,
  notify,
  type ThingHandle,
  useAction,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { OrderStatus } from '../../../orders/values.ts';
import { cancelCall } from '../calls.ts';
import type { orderResource } from '../resource.ts';
import { RefundDrawer } from './RefundDrawer.tsx';

interface OrderVerbsProps {
  order: RowOf<typeof orderResource>;
  page: ThingHandle;
}

/** What whoever runs the place can do with an order. */
export function OperatorVerbs({ order }: Pick<OrderVerbsProps, 'order'>) {
  const words = useWords();
  const may = usePermission();
  const [isOpen, setOpen] = useState(false);
  const { status, plan, settlement } = order;
  const isPaid = status === OrderStatus.paid && plan !== null && settlement !== 'refunded';
  if (!may('wallet.order:refund')) return null;
  return (
    <>
      {isPaid ? <Button onClick={() => setOpen(true)}>{words('wallet.refund.verb')}</Button> : null}
      {isOpen ? <RefundDrawer order={order} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Unpaid orders that somebody may still pay, or has tried to. */
const OPEN: readonly string[] = ['waiting', 'under', 'wrong_token', 'failed'];

/** What the buyer can do with an own order. */
export function BuyerVerbs({ order, page }: OrderVerbsProps) {
  const words = useWords();
  const may = usePermission();
  const { run, isRunning } = useAction(cancelCall);
  const { id, number, status, settlement } = order;
  if (!may('wallet.own_order:cancel') || status !== OrderStatus.unpaid || !OPEN.includes(settlement))
    return null;
  const cancel = async () => {
    const isMeant = await confirm({
      title: words('wallet.order.cancel.title', { number }),
      text: words('wallet.order.cancel.text'),
      verb: words('wallet.order.cancel.verb'),
      keep: words('wallet.order.cancel.keep'),
    });
    if (!isMeant) return;
    // A failure has been told by then; the page shows how the order stands now either way.
    const done = await run({ id }).catch(() => undefined);
    if (done !== undefined) notify.success(words('wallet.order.cancel.done', { number }));
    page.reload();
  };
  return (
    <Button isBusy={isRunning} onClick={() => void cancel()}>
      {words('wallet.order.cancel.verb')}
    </Button>
  );
}
