import { IconArrowUp, IconPlus } from '@arco-design/web-react/icon';
import { Button, ResourceList, ScreenLink, Tag, useClient, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { useWechatOff } from '../../../policy/WechatOff.tsx';
import { putFirstCall, removeSpareCall } from '../calls.ts';
import { spareResource } from '../resource.ts';
import type { SpareRow } from '../row.ts';
import { AddSpareDrawer } from './AddSpareDrawer.tsx';
import { SPARE_TONES } from './tones.ts';

/** Milliseconds between looks at how spares stand. */
const LOOK_EVERY = 20_000;

/** Spare domains by the order in which they take over. */
export function SpareList() {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const wechatOff = useWechatOff('domain.spare');
  const [isOpen, setOpen] = useState(false);
  const add = may('domain.spare:add_spare') ? (
    <Button kind="primary" icon={<IconPlus />} onClick={() => setOpen(true)}>
      {words('domain.spare.add')}
    </Button>
  ) : null;
  return (
    <>
      <ResourceList
        resource={spareResource}
        title="domain.reserve.tab.spares"
        form={false}
        tones={SPARE_TONES}
        rowTo={({ id }) => `domain_list?id=${id}`}
        refetchEvery={LOOK_EVERY}
        filters={['type']}
        begin={add}
        columns={[
          { field: 'shown' },
          { field: 'type', width: 150, priority: 1 },
          { field: 'standing', width: 190, render: Standing },
          { field: 'owner_account', width: 180, priority: 2, render: KeptFor },
          ...wechatOff,
          { field: 'checked_time', width: 150, priority: 3 },
          { field: 'name', isHidden: true },
          { field: 'position', isHidden: true, align: 'right' },
        ]}
        rowActions={[
          {
            name: 'put_first',
            label: 'domain.spare.put_first',
            icon: <IconArrowUp />,
            permission: 'domain.spare:arrange_spares',
            isVisible: ({ standing }) => standing !== 'next',
            run: async ({ id }, list) => {
              await client.call(putFirstCall, { id });
              list.reload();
            },
          },
          {
            name: 'remove_spare',
            label: 'domain.spare.remove',
            permission: 'domain.spare:remove_spare',
            isDangerous: true,
            confirm: ({ shown: name }) => ({
              title: words('domain.spare.remove.title', { name }),
              text: words('domain.spare.remove.text'),
              verb: words('domain.spare.remove'),
            }),
            run: async ({ id }, list) => {
              await client.call(removeSpareCall, { id });
              list.reload();
            },
          },
        ]}
      />
      {isOpen ? <AddSpareDrawer onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** How it stands; what it serves is a press away. */
function Standing({ standing, take_over }: SpareRow) {
  const words = useWords();
  const may = usePermission();
  const tag = <Tag tone={SPARE_TONES.standing[standing]}>{words(`domain.spare.standing.${standing}`)}</Tag>;
  if (take_over === '' || !may('domain.take_over:read')) return tag;
  return <ScreenLink to={`hold_domain?id=${take_over}`}>{tag}</ScreenLink>;
}

function KeptFor({ owner_account }: SpareRow) {
  const words = useWords();
  return owner_account === '' ? words('domain.spare.for_everyone') : owner_account;
}
