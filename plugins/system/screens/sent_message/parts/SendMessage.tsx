import { type BodyOf, field } from '@waypost/contract';
import {
  type Asks,
  CallForm,
  confirm,
  type FormValues,
  notify,
  useCall,
  useClient,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { z } from 'zod';
import { countRecipients, recipientReference, sendMessage } from '../calls.ts';
import { TEXT_RULES } from '../resource.ts';
import { RoleSelect } from './RoleSelect.tsx';

const { to, account, title, content, ...texts } = sendMessage.body.shape;
const FIELDS = {
  to: field(to),
  account: field(account.unwrap(), { ref: recipientReference }),
  role: field(z.string().min(1), {}),
  title: field(title),
  content: field(content),
  title_en_us: field(texts.title_en_us),
  content_en_us: field(texts.content_en_us),
  title_sw_ke: field(texts.title_sw_ke),
  content_sw_ke: field(texts.content_sw_ke),
};
const SECTIONS = [
  { fields: ['to', 'account', 'role', 'title', 'content'] },
  { name: 'en_us', fields: ['title_en_us', 'content_en_us'], isMore: true },
  { name: 'sw_ke', fields: ['title_sw_ke', 'content_sw_ke'], isMore: true },
];
/** Whom it goes to is asked as far as the kind of recipient leaves it open. */
const asks: Asks = (name, values) => (name !== 'account' && name !== 'role') || name === values.to;

/** The part of the form's values that says whom it goes to; undefined for one account, and while a role is not chosen. */
function groupOf({ to, role }: FormValues): BodyOf<typeof countRecipients> | undefined {
  if (to === 'all') return { to };
  return to === 'role' && typeof role === 'string' && role !== '' ? { to, role } : undefined;
}

interface SendMessageProps {
  onClose: () => void;
  onSent: () => void;
}

/** Writes to one account, a role or everyone. */
export function SendMessage({ onClose, onSent }: SendMessageProps) {
  const words = useWords();
  const track = useTrackOperation();
  const client = useClient();
  const ask = async (values: FormValues) => {
    const group = groupOf(values);
    if (group === undefined) return true;
    const { count } = await client.call(countRecipients, group);
    // The server says that there is nobody.
    if (count === 0) return true;
    return confirm({
      title: words('system.sent_message.ask', { count }),
      text: words('system.sent_message.ask.text', { title: String(values.title) }),
      verb: words('system.sent_message.send.verb'),
      isDangerous: false,
    });
  };
  return (
    <CallForm
      call={sendMessage}
      name="system.sent_message"
      fields={FIELDS}
      rules={TEXT_RULES}
      sections={SECTIONS}
      controls={{ role: RoleSelect }}
      about="message"
      asks={asks}
      submit={(values) => <SendVerb group={groupOf(values)} />}
      onAsk={ask}
      drawer={{ title: words('system.sent_message.send') }}
      onCancel={onClose}
      onSent={({ count, operation }) => {
        if (operation === undefined) notify.success(words('system.sent_message.send.done', { count }));
        else track(operation);
        onSent();
        onClose();
      }}
    />
  );
}

/** Says to how many it goes, before it has gone there. */
function SendVerb({ group }: { group: ReturnType<typeof groupOf> }) {
  const words = useWords();
  const { data } = useCall(countRecipients, group ?? { to: 'all' }, { enabled: group !== undefined });
  return group === undefined || data === undefined
    ? words('system.sent_message.send.verb')
    : words('system.sent_message.send.to', { count: data.count });
}
