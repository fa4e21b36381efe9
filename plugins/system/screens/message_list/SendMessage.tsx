import { field } from '@waypost/contract';
import { type Asks, CallForm, notify, useTrackOperation, useWords } from '@waypost/host-sdk';
import { z } from 'zod';
import { sendMessage } from './calls.ts';

const ROLES = ['customer', 'agent', 'administrator', 'super'] as const;
const { to, account, title, content } = sendMessage.body.shape;
const FIELDS = {
  to: field(to),
  account: field(account.unwrap().trim().min(1), { autoComplete: 'off' }),
  role: field(z.enum(ROLES), { default: 'customer' }),
  title: field(title),
  content: field(content),
};
/** Whom it goes to is asked as far as the kind of recipient leaves it open. */
const asks: Asks = (name, values) => (name !== 'account' && name !== 'role') || name === values.to;

interface SendMessageProps {
  onClose: () => void;
  onSent: () => void;
}

/** Writes to one account, a role or everyone. */
export function SendMessage({ onClose, onSent }: SendMessageProps) {
  const words = useWords();
  const track = useTrackOperation();
  return (
    <CallForm
      call={sendMessage}
      name="system.message"
      fields={FIELDS}
      about="message"
      asks={asks}
      submit="system.message.send.verb"
      drawer={{ title: words('system.message.send') }}
      onCancel={onClose}
      onSent={({ count, operation }) => {
        if (operation === undefined) notify.success(words('system.message.send.done', { count }));
        else track(operation);
        onSent();
        onClose();
      }}
    />
  );
}
