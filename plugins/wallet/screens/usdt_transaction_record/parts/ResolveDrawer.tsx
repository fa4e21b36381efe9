import { Alert } from '@arco-design/web-react';
import { accountReference, field, type RowOf, zId } from '@waypost/contract';
import { CallForm, notify, useResource, useWords } from '@waypost/host-sdk';
import { z } from 'zod';
import { DECISIONS, transferResolve, zReason } from '../calls.ts';
import { orderReference } from '../order-reference.ts';
import { transferResource } from '../resource.ts';
import { firstDecision } from './first-decision.ts';

const choices = (decisions: readonly string[]) => ({
  decision: field(z.enum(DECISIONS), { control: 'radio', options: decisions }),
  order: field(zId, { ref: orderReference }),
  account: field(zId, { ref: accountReference }),
  reason: field(zReason, { control: 'textarea' }),
});
/** Money of ours may be given to somebody; what only looks like it can be set aside. */
const FIELDS = { money: choices(DECISIONS), other: choices(['not_ours']) };

interface ResolveDrawerProps {
  transfer: RowOf<typeof transferResource>;
  title: string;
  onClose: () => void;
}

/** Says whose a transfer is that matched nothing. */
export function ResolveDrawer({ transfer, title, onClose }: ResolveDrawerProps) {
  const words = useWords();
  const { reload } = useResource(transferResource);
  return (
    <CallForm
      call={transferResolve}
      name="wallet.transfer_resolve"
      fields={FIELDS[transfer.state === 'unmatched' ? 'money' : 'other']}
      initial={{ decision: firstDecision(transfer) }}
      drawer={{ title }}
      submit="wallet.transfer.resolve"
      about={transfer.id}
      extra={
        transfer.reason === 'restored' ? (
          <Alert type="info" content={words('wallet.transfer.restored')} />
        ) : null
      }
      asks={(name, { decision }) => name === 'decision' || name === 'reason' || name === decision}
      toBody={({ decision, order, account, reason }) => ({
        id: transfer.id,
        decision,
        reason,
        ...(decision === 'order' ? { order } : {}),
        ...(decision === 'account' ? { account } : {}),
      })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('wallet.transfer.resolve.done'));
        void reload();
        onClose();
      }}
    />
  );
}
