import { Alert, Radio } from '@arco-design/web-react';
import { amountText, DEFAULT_CURRENCY, field, type ResultOf, readPrice } from '@waypost/contract';
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
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { BankTopUpPanel } from '../../../bank/BankTopUpPanel.tsx';
import { Money } from '../../../money/Money.tsx';
import { rechargeAdd, rechargeFacts } from '../calls.ts';
import { inOwnMoney } from './own-money.ts';
import styles from './recharge.module.css';

type RechargeFacts = ResultOf<typeof rechargeFacts>;

/** Ways to pay, the one that needs nobody first. */
const METHODS = ['usdt', 'bank'] as const;
type Method = (typeof METHODS)[number];

const CONTROLS = { price: PriceControl };
const FIELDS = {
  amount: field(rechargeAdd.body.shape.amount, { control: 'price', unit: 'wallet.unit.usdt' }),
};

const largerOf = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** The balance, what is being paid, and the ways to put more onto it. */
export function RechargePage() {
  const words = useWords();
  const format = useFormat();
  const [chosen, choose] = useState<Method>();
  const { data, error, refetch } = useCall(rechargeFacts, {});
  // What a plan asks for that the balance has not.
  const asked = readPrice(useQuery()[0].get('amount') ?? '');
  const title = words('menu.balance_recharge');
  if (!data)
    return (
      <Screen title={title}>
        <PendingState error={error} onRetry={refetch} lines={6} />
      </Screen>
    );
  const { is_open, balance, open, bank_text } = data;
  const methods = METHODS.filter((one) => (one === 'usdt' ? is_open : bank_text !== ''));
  const method = chosen ?? methods[0];
  // Where there is a choice it says the same.
  const methodTitle = methods.length === 1 ? words(`wallet.recharge.method.${method}`) : undefined;
  return (
    <Screen title={title}>
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
        <Closed facts={data} />
        {methods.length > 1 ? (
          <Radio.Group
            type="button"
            aria-label={words('wallet.recharge.method')}
            value={method}
            onChange={choose}
          >
            {methods.map((one) => (
              <Radio key={one} value={one}>
                {words(`wallet.recharge.method.${one}`)}
              </Radio>
            ))}
          </Radio.Group>
        ) : null}
        {method === 'usdt' ? <ChainTopUpPanel title={methodTitle} facts={data} amount={asked} /> : null}
        {method === 'bank' ? <BankTopUpPanel title={methodTitle} details={bank_text} amount={asked} /> : null}
      </div>
    </Screen>
  );
}

/** Why nothing can be paid by transfer, and who can change that. */
function Closed({ facts: { is_open, held_until, bank_text } }: { facts: RechargeFacts }) {
  const words = useWords();
  const format = useFormat();
  const maySetUp = usePermission()('wallet.pay_config:read');
  if (is_open || (bank_text !== '' && held_until === null)) return null;
  return (
    <Alert
      type="info"
      content={
        <>
          {held_until === null
            ? words('wallet.recharge.closed')
            : words('wallet.recharge.held', { time: format.dateTime(held_until) })}{' '}
          {maySetUp ? <ScreenLink to="pay_config">{words('menu.pay_config')}</ScreenLink> : null}
        </>
      }
    />
  );
}

interface ChainTopUpPanelProps {
  title: string | undefined;
  facts: RechargeFacts;
  /** What the form begins with, smallest units. */
  amount: string | undefined;
}

/** How much is to be sent over the chain; the next page has the address. */
function ChainTopUpPanel({
  title,
  facts: { minimum, maximum, rate, rate_currency },
  amount,
}: ChainTopUpPanelProps) {
  const words = useWords();
  const go = useGo();
  // One press is one payment, also when its answer is lost and it is pressed again.
  const [key] = useState(newKey);
  return (
    <Panel {...(title === undefined ? {} : { title })} text={words('wallet.recharge.text')}>
      <CallForm
        call={rechargeAdd}
        name="wallet.recharge"
        fields={FIELDS}
        controls={CONTROLS}
        initial={amount === undefined ? {} : { amount: largerOf(amount, minimum) }}
        extra={
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
        }
        submit="wallet.recharge.submit"
        toBody={(values) => ({ ...values, key })}
        onSent={({ id }) => go(`balance_recharge?id=${id}`)}
      />
    </Panel>
  );
}
