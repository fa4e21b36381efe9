import {
  Button,
  Cards,
  confirmDanger,
  DataTable,
  notify,
  Panel,
  RelativeTime,
  Tag,
  useClient,
  useIsPhone,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { OwnerLink } from '../../../codes/parts/OwnerLink.tsx';
import type { BlockEntry } from '../calls.ts';

interface AddressListsProps {
  ip: string;
  blocks: readonly BlockEntry[];
  onChanged: () => void;
}

/** Which lists an address is on, and the way onto the list of those that are refused everywhere and off it. */
export function AddressLists({ ip, blocks, onChanged }: AddressListsProps) {
  const words = useWords();
  const may = usePermission();
  const verbs = useBlockVerbs(ip, onChanged);
  const List = useIsPhone() ? Cards<BlockEntry> : DataTable<BlockEntry>;
  const isBlocked = blocks.some(({ list }) => list === 'ip_black');
  return (
    <Panel
      title={words('qr.checkout_ip.lists')}
      {...(blocks.length === 0 ? { text: words('qr.checkout_ip.lists.none') } : {})}
      actions={
        may('system.ip_black:create') && !isBlocked ? (
          <Button onClick={() => void verbs.block()}>{words('qr.checkout_ip.block')}</Button>
        ) : null
      }
    >
      {blocks.length === 0 ? null : (
        <List
          label={words('qr.checkout_ip.lists')}
          rows={blocks}
          rowKey={({ list, id }) => `${list}:${id}`}
          columns={[
            { key: 'list', title: words('qr.checkout_ip.list'), render: (row) => <ListName block={row} /> },
            { key: 'ip', title: words('qr.checkout_ip.entry'), width: 190, render: (row) => row.ip },
            { key: 'note', title: words('qr.checkout_ip.note'), priority: 2, render: (row) => row.note },
            {
              key: 'create_time',
              title: words('qr.checkout_ip.since'),
              width: 164,
              priority: 1,
              render: (row) => <RelativeTime value={row.create_time} />,
            },
          ]}
          {...(may('system.ip_black:delete')
            ? {
                actions: (row: BlockEntry) =>
                  row.list === 'ip_black' ? (
                    <Button size="small" onClick={() => void verbs.unblock(row)}>
                      {words('qr.checkout_ip.unblock')}
                    </Button>
                  ) : null,
              }
            : {})}
        />
      )}
    </Panel>
  );
}

function ListName({ block }: { block: BlockEntry }) {
  const words = useWords();
  const { list, treatment, owner_account } = block;
  const isBot = treatment === 'bot';
  return (
    <>
      <Tag tone={isBot ? 'info' : 'bad'}>
        {words(`qr.checkout_ip.list.${list}${treatment === undefined ? '' : `.${treatment}`}`)}
      </Tag>{' '}
      {owner_account === '' ? null : <OwnerLink of={block} />}
    </>
  );
}

function useBlockVerbs(ip: string, onChanged: () => void) {
  const words = useWords();
  const client = useClient();
  return {
    block: () =>
      confirmDanger({
        title: words('qr.visit.block.title', { ip }),
        text: words('qr.visit.block.text.everywhere'),
        verb: words('qr.checkout_ip.block'),
        run: async () => {
          await client.post('ip_black', 'add', { ip });
          notify.success(words('qr.visit.block.done.everywhere', { ip }));
          onChanged();
        },
      }),
    unblock: (block: BlockEntry) =>
      confirmDanger({
        title: words('qr.checkout_ip.unblock.title', { ip: block.ip }),
        text: words('qr.checkout_ip.unblock.text', { ip: block.ip }),
        verb: words('qr.checkout_ip.unblock'),
        run: async () => {
          await client.post('ip_black', 'remove', { id: block.id });
          notify.success(words('qr.checkout_ip.unblock.done', { ip: block.ip }));
          onChanged();
        },
      }),
  };
}
