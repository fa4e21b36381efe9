import { Alert } from '@arco-design/web-react';
import { amountText, DEFAULT_CURRENCY } from '@waypost/contract';
import {
  Absent,
  Button,
  CopyText,
  Facts,
  notify,
  Panel,
  PendingState,
  Page as Screen,
  useAction,
  useCall,
  useFormat,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../../../money/Money.tsx';
import orders from '../../../orders/orders.module.css';
import { WithdrawalList } from '../../../withdrawals/WithdrawalList.tsx';
import { payoutAddressKeep, withdrawalFacts } from '../calls.ts';
import { AddressDrawer } from './AddressDrawer.tsx';
import { AskDrawer } from './AskDrawer.tsx';
import styles from './withdrawals.module.css';

/** Milliseconds between looks at the balance, which changes with each decision. */
const LOOK_EVERY = 15_000;

/** What can be paid out and where to, and what was asked for. */
export function OwnWithdrawals() {
  const words = useWords();
  const [open, setOpen] = useState<'ask' | 'address'>();
  const reloadList = useReloadArea('withdrawal_list');
  const { data, error, refetch } = useCall(withdrawalFacts, {}, { refetchInterval: LOOK_EVERY });
  const title = words('menu.acting_withdrawal_list');
  if (!data)
    return (
      <Screen title={title}>
        <PendingState error={error} onRetry={refetch} lines={8} />
      </Screen>
    );
  const { is_open, available, held, least, fee, daily_left, address } = data;
  const changed = () => {
    void refetch();
    void reloadList();
    setOpen(undefined);
  };
  const mayAsk = is_open && address !== '';
  return (
    <div className={styles.stack}>
      <Screen
        title={title}
        text={words('wallet.withdrawal.text')}
        actions={
          mayAsk ? (
            <Button kind="primary" onClick={() => setOpen('ask')}>
              {words('wallet.withdrawal.ask.verb')}
            </Button>
          ) : undefined
        }
      >
        {is_open ? null : <Alert type="info" content={words('error.wallet.withdrawal_closed')} />}
        <div className={orders.columns}>
          <Panel title={words('wallet.withdrawal.balance')}>
            <p className={styles.balance}>
              <Money amount={available} />
            </p>
            <Facts
              facts={[
                [words('wallet.withdrawal.held'), <Money key="held" amount={held} />],
                [words('wallet.withdrawal.least'), <Money key="least" amount={least} />],
                [words('wallet.withdrawal.fee'), <Money key="fee" amount={fee} />],
                [words('wallet.withdrawal.daily_left'), `${amountText(daily_left)} ${DEFAULT_CURRENCY}`],
              ]}
            />
          </Panel>
          <PayoutAddressPanel facts={data} onChange={() => setOpen('address')} onKept={changed} />
        </div>
      </Screen>
      <WithdrawalList
        title="wallet.withdrawal.own"
        words="wallet.withdrawal.own"
        screen="acting_withdrawal_list"
        isReview={false}
      />
      {open === 'ask' ? <AskDrawer facts={data} onClose={() => setOpen(undefined)} onDone={changed} /> : null}
      {open === 'address' ? <AddressDrawer onClose={() => setOpen(undefined)} onDone={changed} /> : null}
    </div>
  );
}

interface PayoutAddressProps {
  facts: { address: string; next_address: string; next_time: string | null };
  onChange: () => void;
  onKept: () => void;
}

function PayoutAddressPanel({ facts, onChange, onKept }: PayoutAddressProps) {
  const words = useWords();
  const format = useFormat();
  const { run, isRunning } = useAction(payoutAddressKeep);
  const { address, next_address, next_time } = facts;
  const keep = async () => {
    // A failure has been told by then.
    const answer = await run({}).catch(() => undefined);
    if (answer === undefined) return;
    notify.success(words('wallet.payout_address.kept'));
    onKept();
  };
  return (
    <Panel
      title={words('wallet.payout_address')}
      text={words('wallet.payout_address.text')}
      actions={
        <Button onClick={onChange}>
          {words(
            address === '' && next_address === ''
              ? 'wallet.payout_address.enter'
              : 'wallet.payout_address.change',
          )}
        </Button>
      }
    >
      <Facts
        facts={[
          [
            words('wallet.payout_address.present'),
            address === '' ? <Absent key="none" /> : <CopyText key="address" value={address} isWhole />,
          ],
          ...(next_time === null
            ? []
            : ([
                [words('wallet.payout_address.next'), <CopyText key="next" value={next_address} isWhole />],
                [words('wallet.payout_address.next_time'), format.exact(next_time)],
              ] as const)),
        ]}
      />
      {next_time === null ? null : (
        <div className={styles.keep}>
          <Alert type="warning" content={words('wallet.payout_address.waits')} />
          <Button isBusy={isRunning} onClick={() => void keep()}>
            {words('wallet.payout_address.keep')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
