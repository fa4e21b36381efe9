import { Button, confirm, notify, useAction, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { OPEN_PHASES } from '../../withdrawals/values.ts';
import { type Withdrawal, WithdrawalPage } from '../../withdrawals/WithdrawalPage.tsx';
import { withdrawalCancel } from './calls.ts';
import { OwnWithdrawals } from './parts/OwnWithdrawals.tsx';

/** What can be paid out, and the own withdrawals; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id === null) return <OwnWithdrawals />;
  return (
    <WithdrawalPage
      key={id}
      back={{ screen: 'acting_withdrawal_list', label: 'menu.acting_withdrawal_list' }}
      isReview={false}
      actions={(row, page) => <Cancel row={row} onDone={page.reload} />}
    />
  );
}

function Cancel({ row: { id, number, phase }, onDone }: { row: Withdrawal; onDone: () => void }) {
  const words = useWords();
  const may = usePermission();
  const { run, isRunning } = useAction(withdrawalCancel);
  if (!OPEN_PHASES.includes(phase) || !may('wallet.own_withdrawal:ask')) return null;
  const cancel = async () => {
    const question = {
      title: words('wallet.withdrawal.cancel.title', { number }),
      text: words('wallet.withdrawal.cancel.text'),
      verb: words('wallet.withdrawal.cancel.verb'),
    };
    if (!(await confirm(question))) return;
    // A failure has been told by then.
    const answer = await run({ id }).catch(() => undefined);
    if (answer === undefined) return;
    notify.success(words('wallet.withdrawal.cancel.done'));
    onDone();
  };
  return (
    <Button isBusy={isRunning} onClick={() => void cancel()}>
      {words('wallet.withdrawal.cancel.verb')}
    </Button>
  );
}
