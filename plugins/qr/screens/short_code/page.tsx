import { IconRefresh } from '@arco-design/web-react/icon';
import { GenerationType, ShortCodeVisibility } from '@waypost/contract';
import { CopyText, type ListHandle, notify, ResourceList, useAction, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { AddressStatus } from '../../codes/addresses/parts/AddressStatus.tsx';
import { RegenerateDrawer } from '../../codes/addresses/parts/RegenerateDrawer.tsx';
import type { CodeRow } from '../../codes/code-row.ts';
import { batchUpdateCall } from '../qr_code_list/calls.ts';
import { codeResource } from '../qr_code_list/resource.ts';

const { show, hide } = ShortCodeVisibility;
const SCHEME = /^https?:\/\//;

/** Every short code, hidden ones among them: who makes its address, what came of it, and a new one. */
export function Page() {
  const words = useWords();
  const [task, setTask] = useState<{ code: CodeRow; list: ListHandle }>();
  const { run } = useAction(batchUpdateCall);
  const turn = async (rows: readonly CodeRow[], visibility: 1 | 2, list: ListHandle) => {
    const { updated } = await run({ ids: rows.map(({ id }) => id), visibility });
    notify.success(
      words(`qr.short_code.notice.${visibility === hide ? 'hidden' : 'shown'}`, { count: updated }),
    );
    list.clearSelection();
    list.reload();
  };
  const hiding = { name: 'hide', label: 'qr.short_code.hide', permission: 'qr.code:update' };
  const showing = { name: 'show', label: 'qr.short_code.show', permission: 'qr.code:update' };
  return (
    <>
      <ResourceList
        resource={codeResource}
        title="menu.short_code"
        words="qr.short_code"
        owners="own"
        form={false}
        rowTo={(row) => `set_qr_code?id=${row.id}&tab=access`}
        filters={['address_status', 'visibility', 'generation_type']}
        createTo="set_qr_code"
        hide={['edit', 'remove']}
        columns={[
          { field: 'name' },
          {
            field: 'short_code',
            width: 140,
            priority: 3,
            render: (row) => <CopyText value={row.short_url} shown={row.short_code} />,
          },
          {
            field: 'generation_type',
            width: 210,
            align: 'left',
            priority: 4,
            render: (row) => <TypeName type={row.generation_type} />,
          },
          {
            field: 'provider_name',
            width: 150,
            priority: 5,
            render: (row) => row.provider_name || words('qr.short_code.own'),
          },
          {
            field: 'address',
            width: 290,
            priority: 2,
            render: (row) => {
              const address = row.address || row.short_url;
              return <CopyText value={address} shown={address.replace(SCHEME, '')} ellipsis="middle" />;
            },
          },
          { field: 'address_status', width: 120, priority: 1, render: (row) => <AddressStatus code={row} /> },
          {
            field: 'visibility',
            width: 110,
            priority: 6,
            align: 'left',
            render: (row) => words(`qr.code.visibility.${row.visibility}`),
          },
        ]}
        rowActions={[
          {
            name: 'regenerate',
            label: 'qr.short_code.regenerate',
            icon: <IconRefresh />,
            permission: 'qr.short_code:regenerate',
            run: async (code, list) => setTask({ code, list }),
          },
          {
            ...hiding,
            isVisible: (row) => row.visibility !== hide,
            run: (row, list) => turn([row], hide, list),
          },
          {
            ...showing,
            isVisible: (row) => row.visibility === hide,
            run: (row, list) => turn([row], show, list),
          },
        ]}
        batchActions={[
          { ...hiding, run: (rows, list) => turn(rows, hide, list) },
          { ...showing, run: (rows, list) => turn(rows, show, list) },
        ]}
      />
      {task ? (
        <RegenerateDrawer
          code={task.code}
          onDone={() => task.list.reload()}
          onClose={() => setTask(undefined)}
        />
      ) : null}
    </>
  );
}

/** The type's name; of the one that chooses a domain, how, for the pointer. */
function TypeName({ type }: { type: number }) {
  const words = useWords();
  const name = words(`qr.url_key_platform.generation_type.${type}`);
  return type === GenerationType.selfRunFailover ? (
    <span title={words('qr.short_code.healthy_domain')}>{name}</span>
  ) : (
    name
  );
}
