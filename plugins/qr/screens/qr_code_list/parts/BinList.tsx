import { IconDelete, IconUndo } from '@arco-design/web-react/icon';
import {
  Absent,
  CopyText,
  notify,
  RelativeTime,
  ResourceList,
  useClient,
  useOwnerScope,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import type { ReactNode } from 'react';
import type { CodeRow } from '../../../codes/code-row.ts';
import { CodeName } from '../../../codes/parts/CodeName.tsx';
import { CodeState } from '../../../codes/parts/CodeState.tsx';
import { OwnerLink } from '../../../codes/parts/OwnerLink.tsx';
import { binCall } from '../calls.ts';
import { codeResource } from '../resource.ts';

// The same rows under words of their own: what an empty bin says differs from what an empty list says.
const binResource = { ...codeResource, name: 'qr.bin', menu: undefined };

/** Codes that wait in the bin: their links answer that they were removed. */
export function BinList({ toolbar }: { toolbar: ReactNode }) {
  const words = useWords();
  const client = useClient();
  const codes = useResource(codeResource);
  const scope = useOwnerScope({ permission: 'qr.code:read_all' });
  return (
    <ResourceList
      resource={binResource}
      load={async ({ page, page_size, search }, signal) => {
        const bin = await client.call(
          binCall,
          { page, page_size, search, owner: scope.canChoose ? scope.owner : undefined },
          { signal },
        );
        return { ...bin, content: bin.content as CodeRow[] };
      }}
      toolbar={toolbar}
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
          render: (row) => <CopyText value={row.short_url} shown={row.short_code} />,
        },
        {
          field: 'state',
          title: 'qr.code.state',
          render: (row) => (row.is_frozen ? <CodeState code={row} /> : <Absent />),
        },
        { field: 'view_number', title: 'qr.code.view_number', align: 'right' },
        {
          key: 'remove_time',
          title: 'qr.code.remove_time',
          render: (row) => <RelativeTime value={row.remove_time} />,
        },
      ]}
      rowActions={[
        {
          name: 'restore',
          label: 'qr.code.action.restore',
          icon: <IconUndo />,
          permission: 'qr.code:delete',
          run: async (row) => {
            await codes.restore(row.id);
            notify.success(words('qr.code.notice.restored', { name: row.name }));
          },
        },
        {
          name: 'purge',
          label: 'qr.code.action.purge',
          icon: <IconDelete />,
          permission: 'qr.code:delete',
          isDangerous: true,
          confirm: (row) => ({
            title: words('qr.code.action.purge.title', { name: row.name }),
            text: words(row.is_frozen ? 'qr.code.action.purge.frozen' : 'qr.code.action.purge.text'),
            verb: words('qr.code.action.purge'),
          }),
          run: async (row) => {
            await codes.remove(row.id);
            notify.success(words('qr.code.notice.purged', { name: row.name }));
          },
        },
      ]}
    />
  );
}
