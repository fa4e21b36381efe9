import { field, type RowOf } from '@waypost/contract';
import { CallForm, notify, useResource, useWords } from '@waypost/host-sdk';
import { cancelOrderCall } from '../calls.ts';
import { type orderResource as Orders, orderResource, zReason } from '../resource.ts';

const FIELDS = { reason: field(zReason, { default: '', control: 'textarea' }) };

/** Asks why an order is cancelled, and says what comes of it. */
export function CancelDrawer({ order, onClose }: { order: RowOf<typeof Orders>; onClose: () => void }) {
  const words = useWords();
  const { reload } = useResource(orderResource);
  return (
    <CallForm
      call={cancelOrderCall}
      name="mall.order_cancel"
      fields={FIELDS}
      about={order.id}
      drawer={{ title: words('mall.order.cancel.title', { name: order.external_id }) }}
      onCancel={onClose}
      submit="mall.order.cancel"
      submitKind="danger"
      toBody={(values) => ({ ...values, id: order.id })}
      onSent={() => {
        notify.success(words('mall.order.cancel.done', { name: order.external_id }));
        onClose();
        void reload();
      }}
      extra={<p>{words('mall.order.cancel.text', { count: order.quantity })}</p>}
    />
  );
}
