import { Alert } from '@arco-design/web-react';
import { amountText, DEFAULT_CURRENCY, field, readPrice } from '@waypost/contract';
import {
  CallForm,
  Facts,
  newKey,
  Panel,
  PendingState,
  PriceControl,
  Page as Screen,
  ScreenLink,
  useCall,
  useFormat,
  useGo,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { BankTopUpPanel } from '../../../bank/BankTopUpPanel.tsx';
import { Money } from '../../../money/Money.tsx';
import { rechargeAdd, rechargeFacts } from '../calls.ts';
import { inOwnMoney } from './own-money.ts';
import styles from './recharge.module.css';

const CONTROLS = { price: PriceControl };
const FIELDS = {
  amount: field(rechargeAdd.body.shape.amount, { control: 'price', unit: 'wallet.unit.usdt' }),
};

const largerOf = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** How much is to be put onto the balance; the next page has the address. */
export function RechargePage() {
  const words = useWords();
  const go = useGo();
  const format = useFormat();
  // One press is one payment, also when its answer is lost and it is pressed again.
  const [key] = useState(newKey);
  const { data, error, refetch } = useCall(rechargeFacts, {});
  const controls = useMemo(() => CONTROLS, []);
  // What a plan asks for that the balance has not.
  const asked = readPrice(useQuery()[0].get('amount') ?? '');
  const title = words('menu.balance_recharge');
  if (!data)
    return (
      <Screen title={title}>
        <PendingState error={error} onRetry={refetch} lines={6} />
      </Screen>
    );
  const { is_open, held_until, minimum, maximum, balance, open, rate, rate_currency, bank_text } = data;
  return (
    <Screen title={title} {...(is_open ? { text: words('wallet.recharge.text') } : {})}>
      <div className={styles.stack}>
        <Panel title={words('wallet.recharge.balance')}>
          <p className={styles.balance}>
            <Money amount={balance} />
          </p>
        </Panel>
        {open.length > 0 ? (
          <Panel title={words('wallet.recharge.open')} text={words('wallet.recharge.open.text')}>
            <ul className={styles.open}>
              {open.map(({ id, amount, expires_time }) => (
                <li key={id}>
                  <ScreenLink to={`balance_recharge?id=${id}`}>
                    {words('wallet.recharge.open.go', {
                      amount: amountText(amount),
                      time: format.clock(expires_time),
                    })}
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </Panel>
        ) : null}
        {bank_text === '' ? null : <BankTopUpPanel details={bank_text} amount={asked} />}
        {is_open ? (
          <Panel title={words('wallet.recharge.new')}>
            <CallForm
              call={rechargeAdd}
              name="wallet.recharge"
              fields={FIELDS}
              controls={controls}
              initial={asked === undefined ? {} : { amount: largerOf(asked, minimum) }}
              submit="wallet.recharge.submit"
              toBody={(values) => ({ ...values, key })}
              onSent={({ id }) => go(`balance_recharge?id=${id}`)}
            />
            <Facts
              facts={[
                [
                  words('wallet.recharge.bounds'),
                  `${amountText(minimum)} – ${amountText(maximum)} ${DEFAULT_CURRENCY}`,
                ],
                ...(rate === '0'
                  ? []
                  : ([[words('wallet.recharge.rate'), inOwnMoney('1000000', rate, rate_currency)]] as const)),
              ]}
            />
          </Panel>
        ) : bank_text !== '' && held_until === null ? null : (
          <Alert
            type="info"
            content={
              held_until === null
                ? words('wallet.recharge.closed')
                : words('wallet.recharge.held', { time: format.dateTime(held_until) })
            }
          />
        )}
      </div>
    </Screen>
  );
}
