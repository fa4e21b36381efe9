import { amountText, type Fields, field } from '@waypost/contract';
import {
  CallForm,
  Drawer,
  Facts,
  FormSection,
  notify,
  PendingState,
  RelativeTime,
  ResourceField,
  useCall,
  useForm,
  useWords,
} from '@waypost/host-sdk';
import { useEffect, useMemo, useState } from 'react';
import { Money } from '../../../money/Money.tsx';
import { type RefundOffer, type RefundSum, refundCall, refundOffer } from '../calls.ts';
import styles from './refund.module.css';

/** Sums change with the hour: what is shown is what can be pressed. */
const LOOK_EVERY = 60_000;

interface RefundDrawerProps {
  order: { id: string; number: string };
  onClose: () => void;
}

/** Gives the money of an order back: both sums and what follows of each stand there before the press. */
export function RefundDrawer({ order, onClose }: RefundDrawerProps) {
  const words = useWords();
  // From the press on the order may be refunded, and one that is has no sums; a press that came to nothing lets them be asked again.
  const [isPressed, setPressed] = useState(false);
  const { data, error, refetch } = useCall(
    refundOffer,
    { id: order.id },
    { refetchInterval: LOOK_EVERY, enabled: !isPressed },
  );
  const title = words('wallet.refund.title', { number: order.number });
  if (data === undefined)
    return (
      <Drawer title={title} width={520} isOpen onClose={onClose}>
        <PendingState error={error} onRetry={refetch} lines={8} />
      </Drawer>
    );
  return <RefundForm id={order.id} title={title} offer={data} onPress={setPressed} onClose={onClose} />;
}

function RefundForm({
  id,
  title,
  offer,
  onPress,
  onClose,
}: {
  id: string;
  title: string;
  offer: RefundOffer;
  /** `true` when the press is on its way, `false` when it has come back. */
  onPress: (isPressed: boolean) => void;
  onClose: () => void;
}) {
  const words = useWords();
  const { parts, agent_account } = offer;
  const names = parts.map(({ part }) => part).join();
  const fields = useMemo(() => {
    const options = names.split(',');
    return {
      part: field(refundCall.body.shape.part, { control: 'radio', options, default: options[0] }),
      reason: field(refundCall.body.shape.reason, { control: 'textarea' }),
    } as Fields;
  }, [names]);
  return (
    <CallForm
      call={refundCall}
      name="wallet.refund"
      fields={fields}
      submit="wallet.refund.verb"
      submitKind="danger"
      drawer={{ title, width: 520 }}
      about={id}
      toBody={({ part, reason }) => {
        const chosen = parts.find((one) => one.part === part) ?? parts[0];
        return { id, part: chosen?.part ?? 'whole', refund: chosen?.refund ?? '0', reason: String(reason) };
      }}
      onCancel={onClose}
      onSent={({ refund, owed }) => {
        const amount = amountText(refund);
        notify.success(
          owed === '0'
            ? words('wallet.refund.done', { amount })
            : words('wallet.refund.done_owed', { amount, owed: amountText(owed) }),
        );
        onClose();
      }}
    >
      <PressWatch onChange={onPress} />
      <div className={styles.sums}>
        {parts.map((sum) => (
          <section key={sum.part} className={styles.sum} aria-label={words(`wallet.refund.part.${sum.part}`)}>
            <h3 className={styles.name}>{words(`wallet.refund.part.${sum.part}`)}</h3>
            <Sums sum={sum} offer={offer} />
          </section>
        ))}
      </div>
      <FormSection text={words('wallet.refund.text')}>
        <ResourceField name="part" />
        <ResourceField name="reason" />
        {agent_account === '' ? null : <p className={styles.hint}>{words('wallet.refund.owes')}</p>}
      </FormSection>
    </CallForm>
  );
}

/** Stands in a form and tells of its press. */
function PressWatch({ onChange }: { onChange: (isPressed: boolean) => void }) {
  const { isSaving } = useForm();
  useEffect(() => onChange(isSaving), [isSaving, onChange]);
  return null;
}

function Sums({
  sum: { refund, share_return, until, plan_name },
  offer: { owner_account, agent_account },
}: {
  sum: RefundSum;
  offer: RefundOffer;
}) {
  const words = useWords();
  return (
    <Facts
      facts={[
        [words('wallet.refund.to', { name: owner_account }), <Money key="to" amount={refund} />],
        ...(agent_account === ''
          ? []
          : ([
              [
                words('wallet.refund.from', { name: agent_account }),
                <Money key="from" amount={share_return} />,
              ],
            ] as const)),
        [
          words('wallet.refund.until'),
          until === null ? (
            words('wallet.refund.untouched')
          ) : (
            <RelativeTime key="until" value={until} mayLieAhead />
          ),
        ],
        ...(plan_name === '' ? [] : ([[words('wallet.refund.plan'), plan_name]] as const)),
      ]}
    />
  );
}
