import { amountText, field } from '@waypost/contract';
import {
  Button,
  CallForm,
  confirm,
  Facts,
  FormSection,
  notify,
  ResourceField,
  type ThingHandle,
  useAction,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../../../money/Money.tsx';
import { useApproval } from '../../../signing/approvers/use-approval.ts';
import { OPEN_PHASES, type Phase } from '../../../withdrawals/values.ts';
import type { Withdrawal } from '../../../withdrawals/WithdrawalPage.tsx';
import { withdrawalApprove, withdrawalPay, withdrawalReject } from '../calls.ts';
import { PayActions } from './PayActions.tsx';

const REASON = { reason: field(withdrawalReject.body.shape.reason, { control: 'textarea' }) };
const TRANSACTION = { transaction: field(withdrawalPay.body.shape.transaction, { autoComplete: 'off' }) };

/** Approved, and paid by nobody: it can be given back. */
const RETURNED: readonly Phase[] = ['approved', 'undecided'];

interface ReviewProps {
  row: Withdrawal;
  page: ThingHandle;
}

/** What can be done with a withdrawal now: approve, reject, take it on, say what has paid it, give it back. */
export function ReviewActions({ row, page }: ReviewProps) {
  const words = useWords();
  const may = usePermission();
  const [open, setOpen] = useState<'reject' | 'pay'>();
  const { phase, number } = row;
  const isOpen = OPEN_PHASES.includes(phase);
  const close = () => setOpen(undefined);
  const done = (sentence: string) => {
    notify.success(words(sentence, { number }));
    page.reload();
    close();
  };
  return (
    <>
      {(isOpen || RETURNED.includes(phase) || row.may_take_over) && may('wallet.withdrawal:reject') ? (
        <Button onClick={() => setOpen('reject')}>
          {words(isOpen ? 'wallet.withdrawal.reject.verb' : 'wallet.withdrawal.return.verb')}
        </Button>
      ) : null}
      {row.may_approve && may('wallet.withdrawal:approve') ? <Approve row={row} onDone={done} /> : null}
      {may('wallet.withdrawal:pay') ? (
        <PayActions row={row} onEnter={() => setOpen('pay')} onDone={done} onOther={page.reload} />
      ) : null}
      {open === 'reject' ? (
        <RejectDrawer row={row} onClose={close} onDone={() => done('wallet.withdrawal.reject.done')} />
      ) : null}
      {open === 'pay' ? (
        <PayDrawer row={row} onClose={close} onDone={() => done('wallet.withdrawal.pay.done')} />
      ) : null}
    </>
  );
}

function Approve({ row, onDone }: { row: Withdrawal; onDone: (sentence: string) => void }) {
  const words = useWords();
  const { run, isRunning } = useAction(withdrawalApprove);
  const approval = useApproval();
  const { amount, owner_account, address } = row;
  const approve = async () => {
    const question = {
      title: words('wallet.withdrawal.approve.title', { amount: amountText(amount), account: owner_account }),
      text: words('wallet.withdrawal.approve.text', { address }),
      verb: words('wallet.withdrawal.approve.verb'),
      isDangerous: false,
    };
    if (!(await confirm(question))) return;
    // A failure has been told by then.
    const answer = await run(await approval(row)).catch(() => undefined);
    if (answer !== undefined)
      onDone(
        answer.phase === 'one_approval'
          ? 'wallet.withdrawal.approve.one_more'
          : 'wallet.withdrawal.approve.done',
      );
  };
  return (
    <Button kind="primary" isBusy={isRunning} onClick={() => void approve()}>
      {words('wallet.withdrawal.approve.verb')}
    </Button>
  );
}

interface DrawerProps {
  row: Withdrawal;
  onClose: () => void;
  onDone: () => void;
}

function RejectDrawer({ row: { id, number, phase }, onClose, onDone }: DrawerProps) {
  const words = useWords();
  const kind = OPEN_PHASES.includes(phase) ? 'reject' : 'return';
  return (
    <CallForm
      call={withdrawalReject}
      name="wallet.withdrawal_reject"
      fields={REASON}
      submit={`wallet.withdrawal.${kind}.verb`}
      submitKind="danger"
      drawer={{ title: words(`wallet.withdrawal.${kind}.title`, { number }), width: 480 }}
      about={id}
      toBody={({ reason }) => ({ id, reason })}
      onCancel={onClose}
      onSent={onDone}
    >
      <FormSection text={words(`wallet.withdrawal.${kind}.text`)}>
        <ResourceField name="reason" />
      </FormSection>
    </CallForm>
  );
}

function PayDrawer({ row, onClose, onDone }: DrawerProps) {
  const words = useWords();
  const { id, number, payout, address, network } = row;
  return (
    <CallForm
      call={withdrawalPay}
      name="wallet.withdrawal_pay"
      fields={TRANSACTION}
      submit="wallet.withdrawal.pay.submit"
      drawer={{ title: words('wallet.withdrawal.pay.title', { number }), width: 560 }}
      about={id}
      toBody={({ transaction }) => ({ id, transaction })}
      onCancel={onClose}
      onSent={onDone}
    >
      <Facts
        facts={[
          [words('wallet.withdrawal.payout'), <Money key="payout" amount={payout} />],
          [words('wallet.withdrawal.address'), address],
          [words('wallet.withdrawal.network'), words(`wallet.network.${network}`)],
        ]}
      />
      <FormSection text={words('wallet.withdrawal.pay.text')}>
        <ResourceField name="transaction" />
      </FormSection>
    </CallForm>
  );
}
