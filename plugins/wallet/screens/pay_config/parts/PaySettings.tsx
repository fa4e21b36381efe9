import { Alert } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import {
  CallForm,
  CopyText,
  Facts,
  notify,
  Panel,
  PendingState,
  useCall,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { NETWORKS } from '../../../chain/networks/values.ts';
import { PriceControl } from '../../../money/PriceControl.tsx';
import { PAY_CONFIG_RULES, payConfigDetails, payConfigUpdate, PAY_CONFIG_SHAPE as SHAPE } from '../calls.ts';
import styles from './pay.module.css';

const PRICE = { control: 'price', unit: 'wallet.unit.usdt' } as const;
const FIELDS = {
  network: field(SHAPE.network, { control: 'select', options: NETWORKS }),
  contract: field(SHAPE.contract, { autoComplete: 'off' }),
  confirmations: field(SHAPE.confirmations, { unit: 'wallet.unit.blocks' }),
  address_mode: field(SHAPE.address_mode, { control: 'radio', options: [1, 2] }),
  shared_address: field(SHAPE.shared_address, { autoComplete: 'off', draft: false }),
  xpub: field(SHAPE.xpub, { control: 'textarea', autoComplete: 'off', draft: false }),
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
};
const SECTIONS = [
  { name: 'chain', fields: ['network', 'contract', 'confirmations'] },
  { name: 'addresses', fields: ['address_mode', 'xpub', 'shared_address'] },
  { name: 'orders', fields: ['order_minutes', 'minimum', 'maximum', 'tolerance'] },
  { name: 'shown', fields: ['qr_code_switch', 'rate', 'rate_currency'] },
  {
    name: 'withdrawals',
    fields: [
      ...(['withdraw_switch', 'withdraw_minimum', 'withdraw_fee'] as const),
      ...(['withdraw_daily', 'withdraw_two_people'] as const),
    ],
  },
];
const CONTROLS = { price: PriceControl };

/** What is set, what is missing before anybody can pay, and the first addresses to hold against the wallet. */
export function PaySettings() {
  const words = useWords();
  const may = usePermission();
  const { data, error, refetch } = useCall(payConfigDetails, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={10} />;
  const { version, is_open, missing, first_addresses, contract_symbol, contract_decimals, ...values } = data;
  return (
    <div className={styles.stack}>
      <Alert
        type={is_open ? 'success' : 'warning'}
        content={
          is_open
            ? words('wallet.pay_config.open')
            : missing.map((what) => words(`wallet.pay_config.missing.${what}`)).join(' ')
        }
      />
      <Panel>
        {may('wallet.pay_config:update') ? (
          <CallForm
            key={version}
            call={payConfigUpdate}
            name="wallet.pay_config"
            fields={FIELDS}
            sections={SECTIONS}
            rules={PAY_CONFIG_RULES}
            controls={CONTROLS as never}
            initial={values}
            asks={(name, { address_mode }) => name !== (address_mode === 2 ? 'xpub' : 'shared_address')}
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
