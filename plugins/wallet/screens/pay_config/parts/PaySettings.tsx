import { Alert } from '@arco-design/web-react';
import { amountText, field, type ResultOf } from '@waypost/contract';
import {
  Button,
  CallForm,
  CopyText,
  Facts,
  joinSentences,
  notify,
  Panel,
  PendingState,
  PriceControl,
  useCall,
  useClient,
  useErrorText,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { z } from 'zod';
import { NETWORKS } from '../../../chain/networks/values.ts';
import {
  confirmLimits,
  PAY_CONFIG_RULES,
  payConfigDetails,
  payConfigUpdate,
  PAY_CONFIG_SHAPE as SHAPE,
} from '../calls.ts';
import styles from './pay.module.css';

const PRICE = { control: 'price', unit: 'wallet.unit.usdt' } as const;
const FIELDS = {
  network: field(SHAPE.network, { control: 'select', options: NETWORKS }),
  contract: field(SHAPE.contract, { autoComplete: 'off' }),
  confirmations: field(SHAPE.confirmations, { unit: 'wallet.unit.blocks' }),
  address_mode: field(SHAPE.address_mode, { control: 'radio', options: [1, 2] }),
  shared_address: field(SHAPE.shared_address, { autoComplete: 'off', draft: false }),
  xpub: field(SHAPE.xpub, { control: 'textarea', autoComplete: 'off', draft: false }),
  is_new: field(z.boolean(), { control: 'switch', default: false }),
  order_minutes: field(SHAPE.order_minutes, { unit: 'wallet.unit.minutes' }),
  minimum: field(SHAPE.minimum, PRICE),
  maximum: field(SHAPE.maximum, PRICE),
  tolerance: field(SHAPE.tolerance, PRICE),
  qr_code_switch: field(SHAPE.qr_code_switch, { control: 'radio', options: [1, 2] }),
  rate: field(SHAPE.rate, { autoComplete: 'off' }),
  rate_currency: field(SHAPE.rate_currency, { autoComplete: 'off' }),
  withdraw_switch: field(SHAPE.withdraw_switch, { control: 'radio', options: [1, 2] }),
  withdraw_minimum: field(SHAPE.withdraw_minimum, PRICE),
  withdraw_fee: field(SHAPE.withdraw_fee, PRICE),
  withdraw_daily: field(SHAPE.withdraw_daily, PRICE),
  withdraw_two_people: field(SHAPE.withdraw_two_people, PRICE),
  payout_switch: field(SHAPE.payout_switch, { control: 'radio', options: [1, 2] }),
  payout_account: field(SHAPE.payout_account, { autoComplete: 'off', draft: false }),
  fee_account: field(SHAPE.fee_account, { autoComplete: 'off', draft: false }),
  collect_to: field(SHAPE.collect_to, { autoComplete: 'off', draft: false }),
  collect_least: field(SHAPE.collect_least, PRICE),
  bank_switch: field(SHAPE.bank_switch, { control: 'radio', options: [1, 2] }),
  bank_text: field(SHAPE.bank_text, { control: 'textarea' }),
};
const SECTIONS = [
  { name: 'chain', fields: ['network', 'contract', 'confirmations'] },
  { name: 'addresses', fields: ['address_mode', 'xpub', 'shared_address', 'is_new'] },
  { name: 'orders', fields: ['order_minutes', 'minimum', 'maximum', 'tolerance'] },
  { name: 'shown', fields: ['qr_code_switch', 'rate', 'rate_currency'] },
  {
    name: 'withdrawals',
    fields: [
      ...(['withdraw_switch', 'withdraw_minimum', 'withdraw_fee'] as const),
      ...(['withdraw_daily', 'withdraw_two_people'] as const),
    ],
  },
  { name: 'bank', fields: ['bank_switch', 'bank_text'] },
  {
    name: 'sending',
    fields: ['payout_switch', 'payout_account', 'fee_account', 'collect_to', 'collect_least'],
  },
];
const CONTROLS = { price: PriceControl };

/** What is set, what is missing before anybody can pay, and the first addresses to hold against the wallet. */
export function PaySettings() {
  const words = useWords();
  const may = usePermission();
  const { data, error, refetch } = useCall(payConfigDetails, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={10} />;
  const {
    version,
    is_open,
    missing,
    first_addresses,
    contract_symbol,
    contract_decimals,
    restored,
    raises,
    ...values
  } = data;
  return (
    <div className={styles.stack}>
      <Alert
        type={is_open ? 'success' : 'warning'}
        content={
          is_open
            ? words('wallet.pay_config.open')
            : joinSentences(missing.map((what) => words(`wallet.pay_config.missing.${what}`)))
        }
      />
      {restored === null ? null : (
        <RestoredNote restored={restored} isOfAddresses={values.address_mode === 1} />
      )}
      {raises.length === 0 ? null : (
        <RaisesNote
          raises={raises}
          limits={values}
          confirm={
            may('wallet.pay_config:update') && !raises.some(({ is_own }) => is_own)
              ? { version, onDone: refetch }
              : undefined
          }
        />
      )}
      <Panel>
        {may('wallet.pay_config:update') ? (
          <CallForm
            key={version}
            call={payConfigUpdate}
            name="wallet.pay_config"
            fields={FIELDS}
            sections={SECTIONS}
            rules={PAY_CONFIG_RULES}
            controls={CONTROLS}
            initial={values}
            asks={(name, typed) => {
              const place = typed.address_mode === 2 ? 'shared_address' : 'xpub';
              // Only of another one than before can it be said that it is new, and only after a restore does it matter.
              if (name === 'is_new')
                return restored !== null && typed[place] !== '' && typed[place] !== values[place];
              return name !== (place === 'xpub' ? 'shared_address' : 'xpub');
            }}
            submit="action.save"
            about="pay_config"
            // What is not asked for in this way of paying stays as it is.
            toBody={(typed) => ({ ...values, ...typed, version })}
            onSent={() => {
              notify.success(words('form.saved'));
              void refetch();
            }}
          />
        ) : (
          <p>{words('wallet.pay_config.read_only')}</p>
        )}
      </Panel>
      {first_addresses.length === 0 ? null : (
        <Panel title={words('wallet.pay_config.first')} text={words('wallet.pay_config.first.text')}>
          <Facts
            facts={first_addresses.map((address, index) => [
              words('wallet.pay_config.first.index', { index }),
              <CopyText key={address} value={address} ellipsis="middle" />,
            ])}
          />
        </Panel>
      )}
      {contract_symbol === '' ? null : (
        <Panel title={words('wallet.pay_config.token')}>
          <Facts
            facts={[
              [words('wallet.pay_config.token.symbol'), contract_symbol],
              [words('wallet.pay_config.token.decimals'), String(contract_decimals)],
            ]}
          />
        </Panel>
      )}
    </div>
  );
}

type Shown = ResultOf<typeof payConfigDetails>;

/** Limits that were raised and wait, and the verb by which a second person has them apply now. */
function RaisesNote({
  raises,
  limits,
  confirm,
}: {
  raises: Shown['raises'];
  limits: Pick<Shown, 'withdraw_daily' | 'withdraw_two_people'>;
  confirm: { version: number; onDone: () => unknown } | undefined;
}) {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const errorText = useErrorText();
  const put = async ({ version, onDone }: NonNullable<typeof confirm>) => {
    try {
      await client.call(confirmLimits, { version });
      notify.success(words('wallet.pay_config.raises.done'));
    } catch (error) {
      notify.error(errorText(error));
    }
    onDone();
  };
  return (
    <Alert
      type="warning"
      title={words('wallet.pay_config.raises.title')}
      content={
        <>
          {raises.map(({ limit, before, until, by }) => (
            <p key={limit}>
              {words('wallet.pay_config.raises.text', {
                limit: words(`wallet.pay_config.${limit}`),
                by,
                time: format.dateTime(until),
                before: amountText(before),
                after: amountText(limits[limit]),
              })}
            </p>
          ))}
          {confirm === undefined ? (
            <p>{words('wallet.pay_config.raises.own')}</p>
          ) : (
            <Button size="small" onClick={() => void put(confirm)}>
              {words('wallet.pay_config.raises.confirm')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** What a restore means for where customers pay to. */
function RestoredNote({
  restored: { time, next_index, held_until },
  isOfAddresses,
}: {
  restored: NonNullable<ResultOf<typeof payConfigDetails>['restored']>;
  isOfAddresses: boolean;
}) {
  const words = useWords();
  const format = useFormat();
  if (!isOfAddresses && held_until === null) return null;
  return (
    <Alert
      type="info"
      title={words('wallet.pay_config.restored', { time: format.dateTime(time) })}
      content={
        held_until !== null
          ? words('wallet.pay_config.restored.held', { time: format.dateTime(held_until) })
          : next_index === null
            ? words('wallet.pay_config.restored.waits')
            : words('wallet.pay_config.restored.index', { index: format.number(next_index) })
      }
    />
  );
}
