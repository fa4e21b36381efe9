import { IconMinusCircle, IconSync } from '@arco-design/web-react/icon';
import { amountText, RemoveStatus, type RowOf } from '@waypost/contract';
import {
  Absent,
  Button,
  CopyText,
  Facts,
  RelativeTime,
  ResourceList,
  Page as Screen,
  useAction,
  useCall,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { Money } from '../../money/Money.tsx';
import { tronRefresh, tronRemove, tronSigner } from './calls.ts';
import { AddKeyDrawer } from './parts/AddKeyDrawer.tsx';
import { SignerPanel } from './parts/SignerPanel.tsx';
import styles from './parts/tron.module.css';
import { tronResource } from './resource.ts';

type Account = RowOf<typeof tronResource>;
const TONES = {
  kind: { seed: 'good', private_key: 'good', xpub: 'neutral', deposit: 'neutral' },
  remove_status: { [RemoveStatus.not_deleted]: 'good', [RemoveStatus.deleted]: 'neutral' },
} as const;
/** Milliseconds between looks at the signer: it may be started, or locked, meanwhile. */
const LOOK_EVERY = 30_000;

/** Accounts on Tron: whose keys the signer keeps, what they have, and how the signer is. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const { reload } = useResource(tronResource);
  const signer = useCall(tronSigner, {}, { refetchInterval: LOOK_EVERY });
  const refresh = useAction(tronRefresh);
  const remove = useAction(tronRemove);
  const [isAdding, setAdding] = useState(false);
  const isOpen = signer.data?.state === 'open';
  return (
    <Screen title={words('menu.tron')}>
      <div className={styles.stack}>
        <SignerPanel signer={signer.data} error={signer.error} onRetry={() => void signer.refetch()} />
        <ResourceList
          resource={tronResource}
          title="wallet.tron.list"
          tones={TONES}
          filters={['remove_status', 'kind', 'account']}
          begin={
            may('wallet.tron:create') && isOpen ? (
              <Button kind="primary" onClick={() => setAdding(true)}>
                {words('wallet.tron.add')}
              </Button>
            ) : undefined
          }
          details={(row) => <AccountFacts row={row} />}
          columns={[
            { field: 'address', width: 290 },
            { field: 'kind', width: 150, priority: 3 },
            { field: 'account', width: 140, priority: 4 },
            { field: 'trx_balance', width: 140, align: 'right', priority: 2, render: Trx },
            {
              field: 'usdt_balance',
              width: 150,
              align: 'right',
              render: Usdt,
            },
            {
              field: 'real_time_balance',
              ...({ width: 160, align: 'right', priority: 1 } as const),
              render: Now,
            },
            { field: 'balance_time', width: 130, priority: 1 },
            { field: 'remove_status', width: 150, priority: 0 },
            { field: 'address_hex', isHidden: true, render: Hex },
            { field: 'public_key', isHidden: true, render: PublicKey },
            {
              field: 'index',
              isHidden: true,
              align: 'right',
              render: ({ index }) => (index < 0 ? <Absent /> : index),
            },
            { field: 'remark', isHidden: true },
            { field: 'create_time', isHidden: true },
            { field: 'remove_time', isHidden: true },
          ]}
          rowActions={[
            {
              name: 'refresh',
              label: 'wallet.tron.refresh',
              icon: <IconSync />,
              run: async ({ id }, list) => {
                // A failure has been told by then.
                await refresh.run({ id }).catch(() => undefined);
                list.reload();
              },
            },
            {
              name: 'remove',
              label: 'wallet.tron.remove',
              icon: <IconMinusCircle />,
              permission: 'wallet.tron:delete',
              isDangerous: true,
              isVisible: ({ kind, remove_status }) =>
                isOpen && kind !== 'deposit' && remove_status === RemoveStatus.not_deleted,
              confirm: ({ address, usdt_balance }) => ({
                title: words('wallet.tron.remove.title', { address }),
                text: words('wallet.tron.remove.text', { amount: amountText(usdt_balance) }),
                verb: words('wallet.tron.remove'),
              }),
              run: async ({ id }, list) => {
                await remove.run({ id }).catch(() => undefined);
                list.reload();
              },
            },
          ]}
        />
      </div>
      {isAdding && signer.data ? (
        <AddKeyDrawer
          sealTo={signer.data.seal_to}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void reload();
            void signer.refetch();
          }}
        />
      ) : null}
    </Screen>
  );
}

// Before the chain was asked nobody knows what there is.
const Trx = ({ trx_balance, balance_time }: Account) =>
  balance_time === null ? <Absent /> : <TrxAmount amount={trx_balance} />;
const Usdt = ({ usdt_balance, balance_time }: Account) =>
  balance_time === null ? <Absent /> : <Money amount={usdt_balance} />;
const Now = ({ real_time_balance, balance_time }: Account) =>
  balance_time === null ? <Absent /> : <Money amount={real_time_balance} />;
const TrxAmount = ({ amount }: { amount: string }) => (
  <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{amountText(amount)} TRX</span>
);
const Hex = ({ address_hex }: Account) => <CopyText value={address_hex} ellipsis="middle" />;
const PublicKey = ({ public_key }: Account) =>
  public_key === '' ? <Absent /> : <CopyText value={public_key} ellipsis="middle" />;

/** Everything that may be known of an account. What signs is not among it. */
function AccountFacts({ row }: { row: Account }) {
  const words = useWords();
  const { address, address_hex, public_key, xpub, kind, remark, index } = row;
  const text = (name: string) => words(`wallet.tron.${name}`);
  return (
    <div className={styles.facts}>
      <Facts
        facts={[
          [text('address'), <CopyText key="address" value={address} isWhole />],
          [text('address_hex'), <CopyText key="hex" value={address_hex} isWhole />],
          ...(public_key === ''
            ? []
            : [[text('public_key'), <CopyText key="public" value={public_key} isWhole />] as const]),
          ...(xpub === '' ? [] : [[text('xpub'), <CopyText key="xpub" value={xpub} isWhole />] as const]),
          [text('kind'), text(`kind.${kind}`)],
          ...(index < 0 ? [] : [[text('index'), String(index)] as const]),
          [text('trx_balance'), Trx(row)],
          [text('usdt_balance'), Usdt(row)],
          [text('real_time_balance'), Now(row)],
          [text('balance_time'), <RelativeTime key="asked" value={row.balance_time} />],
          [text('create_time'), <RelativeTime key="made" value={row.create_time} />],
          ...(row.remove_time === null
            ? []
            : [[text('remove_time'), <RelativeTime key="removed" value={row.remove_time} />] as const]),
          ...(remark === '' ? [] : [[text('remark'), remark] as const]),
          [text('private_key'), text('private_key.never')],
        ]}
      />
    </div>
  );
}
