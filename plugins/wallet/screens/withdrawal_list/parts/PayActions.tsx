import { amountText } from '@waypost/contract';
import { Button, confirm, useAction, useWords } from '@waypost/host-sdk';
import type { Withdrawal } from '../../../withdrawals/WithdrawalPage.tsx';
import { withdrawalLetGo, withdrawalSendAgain, withdrawalTakeOn } from '../calls.ts';

interface PayProps {
  row: Withdrawal;
  /** Opens what asks for the transaction. */
  onEnter: () => void;
  /** Says a sentence, and reads the row anew. */
  onDone: (sentence: string) => void;
  /** Somebody else was first: the row is not what is shown. */
  onOther: () => void;
}

/** "I am paying this now", and what whoever has said so can do; of what another pays for long, taking it over. */
export function PayActions({ row, onEnter, onDone, onOther }: PayProps) {
  const words = useWords();
  const { run: takeOn, isRunning: isTaking } = useAction(withdrawalTakeOn);
  const { run: letGo, isRunning: isLetting } = useAction(withdrawalLetGo);
  const { run: again, isRunning: isSending } = useAction(withdrawalSendAgain);
  const { id, number, phase, fault, is_by_hand, is_mine, may_take_over, paying_by, payout, address } = row;
  // A failure has been told by then.
  const press = async (work: Promise<unknown>, sentence: string) => {
    const answer = await work.catch(() => undefined);
    if (answer === undefined) onOther();
    else onDone(sentence);
  };
  const askLetGo = async () => {
    const question = {
      title: words('wallet.withdrawal.let_go.title', { number }),
      text: words('wallet.withdrawal.let_go.text'),
      verb: words('wallet.withdrawal.let_go.verb'),
    };
    if (await confirm(question)) await press(letGo({ id }), 'wallet.withdrawal.let_go.done');
  };
  const askTakeOver = async () => {
    const params = { number, account: paying_by, amount: amountText(payout), address };
    const question = {
      title: words('wallet.withdrawal.take_over.title', params),
      text: words('wallet.withdrawal.take_over.text', params),
      verb: words('wallet.withdrawal.take_over.sure'),
    };
    if (await confirm(question))
      await press(takeOn({ id, is_warned: true }), 'wallet.withdrawal.take_on.done');
  };
  const askAgain = async () => {
    const params = { number, amount: amountText(payout), address };
    const question = {
      title: words('wallet.withdrawal.send_again.title', params),
      text: words('wallet.withdrawal.send_again.text', params),
      verb: words('wallet.withdrawal.send_again.verb'),
    };
    if (await confirm(question)) await press(again({ id }), 'wallet.withdrawal.send_again.done');
  };
  if (phase === 'approved' || phase === 'undecided')
    return (
      <>
        {fault !== 'unlisted' && (phase === 'undecided' || is_by_hand) ? (
          <Button isBusy={isSending} onClick={() => void askAgain()}>
            {words('wallet.withdrawal.send_again.verb')}
          </Button>
        ) : null}
        <Button
          kind="primary"
          isBusy={isTaking}
          onClick={() => void press(takeOn({ id }), 'wallet.withdrawal.take_on.done')}
        >
          {words('wallet.withdrawal.take_on.verb')}
        </Button>
      </>
    );
  if (phase !== 'paying') return null;
  if (is_mine)
    return (
      <>
        <Button isBusy={isLetting} onClick={() => void askLetGo()}>
          {words('wallet.withdrawal.let_go.verb')}
        </Button>
        <Button kind="primary" onClick={onEnter}>
          {words('wallet.withdrawal.pay.verb')}
        </Button>
      </>
    );
  return may_take_over ? (
    <Button isBusy={isTaking} onClick={() => void askTakeOver()}>
      {words('wallet.withdrawal.take_over.verb')}
    </Button>
  ) : null;
}
