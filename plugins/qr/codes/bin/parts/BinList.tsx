import {
  Absent,
  CopyText,
  RelativeTime,
  ResourceList,
  useClient,
  useOwnerScope,
  useWords,
} from '@waypost/host-sdk';
import { codeResource } from '../../../screens/qr_code_list/resource.ts';
import { type BinOrder, type BinRow, binCall } from '../../../screens/qr_code_remove/calls.ts';
import type { CodeRow } from '../../code-row.ts';
import { CodeName } from '../../parts/CodeName.tsx';
import { CodeState } from '../../parts/CodeState.tsx';
import { OwnerLink } from '../../parts/OwnerLink.tsx';
import { BinOrderSwitch } from './BinOrderSwitch.tsx';
import { useBinActions } from './use-bin-actions.tsx';

// The same rows under words of their own: what an empty bin says differs from what an empty list says.
const binResource = { ...codeResource, name: 'qr.bin', menu: undefined };

/** Codes that wait in the bin: their links answer that they were removed. */
export function BinList({ order }: { order: BinOrder }) {
  const client = useClient();
  const actions = useBinActions();
  const scope = useOwnerScope({ permission: 'qr.code:read_all' });
  return (
    <ResourceList
      resource={binResource}
      exports={{ call: binCall, body: { order, owner: scope.canChoose ? scope.owner : undefined } }}
      load={async ({ page, page_size, search }, signal) => {
        const bin = await client.call(
          binCall,
          { page, page_size, search, order, owner: scope.canChoose ? scope.owner : undefined },
          { signal },
        );
        return { ...bin, content: bin.content as CodeRow[] };
      }}
      toolbar={<BinOrderSwitch order={order} />}
      form={false}
      filters={[]}
      hide={['edit', 'remove']}
      columns={[
        { field: 'name', title: 'qr.code.name', render: (row) => <CodeName code={row} /> },
        ...(scope.isOwn
          ? []
          : [
              {
                field: 'owner_account',
                title: 'qr.code.owner_account',
                priority: 1,
                render: (row: CodeRow) => <OwnerLink of={row} />,
              },
            ]),
        {
          field: 'short_code',
          title: 'qr.code.short_code',
          priority: 2,
          render: (row) => <CopyText value={row.short_url} shown={row.short_code} />,
        },
        {
          field: 'state',
          title: 'qr.code.state',
          render: (row) => (row.is_frozen ? <CodeState code={row} /> : <Absent />),
        },
        { field: 'view_number', title: 'qr.code.view_number', align: 'right', priority: 5 },
        {
          key: 'removed_by',
          title: 'qr.bin.removed_by',
          priority: 4,
          render: (row) => <Remover of={inBin(row)} />,
        },
        {
          key: 'remove_time',
          title: 'qr.code.remove_time',
          priority: 3,
          render: (row) => <RelativeTime value={row.remove_time} />,
        },
        {
          key: 'purge_time',
          title: 'qr.bin.purge_time',
          priority: 0,
          render: (row) => <Purge of={inBin(row)} />,
        },
      ]}
      rowActions={actions.row}
      batchActions={actions.batch}
    />
  );
}

/** What `load` has put into the list. */
const inBin = (row: CodeRow) => row as BinRow;

/** An owner by the account, others by what they are, and who may know it by the account as well. */
function Remover({ of: { removed_by } }: { of: BinRow }) {
  const words = useWords();
  const { kind, account } = removed_by;
  if (kind === 'owner' && account !== '') return account;
  const role = words(`qr.bin.removed_by.${kind}`);
  return account === '' ? role : words('qr.bin.removed_by.named', { role, account });
}

/** When the row is deleted for good; what is due goes with the next round of the job. */
function Purge({ of: { purge_time } }: { of: BinRow }) {
  const words = useWords();
  if (Date.parse(purge_time) <= Date.now()) return words('qr.bin.purge_time.due');
  return <RelativeTime value={purge_time} mayLieAhead />;
}
