import { IconPlus } from '@arco-design/web-react/icon';
import { Absent, Button, ResourceList, useGo, usePermission, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { useWechatOff } from '../../../policy/WechatOff.tsx';
import { domainResource } from '../resource.ts';
import type { DomainRow } from '../row.ts';
import { AddPlatformDrawer } from './AddPlatformDrawer.tsx';
import { ApplyDrawer } from './ApplyDrawer.tsx';
import { DomainName } from './DomainName.tsx';
import { DomainOwner } from './DomainOwner.tsx';
import { DomainReach } from './DomainReach.tsx';
import { DomainState } from './DomainState.tsx';
import { NAME_CONTROLS } from './NameControl.tsx';
import { DOMAIN_TONES } from './tones.ts';

export const DOMAIN_SECTIONS = [{ fields: ['name', 'type'] }];
/** Milliseconds between looks at what has been found meanwhile. */
const LOOK_EVERY = 20_000;

/** Every domain with what it is for and whether it works. Each leads to its page. */
export function DomainList() {
  const words = useWords();
  const go = useGo();
  const may = usePermission();
  const [open, setOpen] = useState<'apply' | 'platform'>();
  const isOperator = may('domain.domain:read_all');
  const wechatOff = useWechatOff('domain.domain');
  const close = () => setOpen(undefined);
  const show = ({ id }: { id?: unknown }) => go('domain_list', { id: String(id) });
  return (
    <>
      <ResourceList
        resource={domainResource}
        title="menu.domain_list"
        tones={DOMAIN_TONES}
        owners={isOperator ? 'everyone' : 'own'}
        rowTo={(row) => `domain_list?id=${row.id}`}
        editTo={(row) => `domain_list?id=${row.id}&tab=settings`}
        isFixed={({ ended_time, is_platform }) =>
          ended_time !== null || (is_platform && !may('domain.platform:add'))
        }
        refetchEvery={LOOK_EVERY}
        form={{ sections: DOMAIN_SECTIONS, controls: NAME_CONTROLS, onSaved: show }}
        filters={['state', 'type', 'reach', 'is_platform']}
        toolbar={
          <>
            {may('domain.platform:add') ? (
              <Button icon={<IconPlus />} onClick={() => setOpen('platform')}>
                {words('domain.platform.add')}
              </Button>
            ) : null}
            {may('domain.domain:apply') ? (
              <Button onClick={() => setOpen('apply')}>{words('domain.apply.verb')}</Button>
            ) : null}
          </>
        }
        columns={[
          { field: 'shown', render: (row) => <DomainName domain={row} /> },
          {
            field: 'owner_account',
            width: 150,
            priority: 1,
            isHidden: !isOperator,
            render: (row) => <DomainOwner domain={row} />,
          },
          { field: 'state', width: 172, render: (row) => <DomainState domain={row} /> },
          {
            field: 'type',
            width: 130,
            priority: 2,
            render: ({ type }) => words(`domain.domain.type.${type}`),
          },
          { field: 'reach', width: 184, priority: 1, render: (row) => <DomainReach domain={row} /> },
          { field: 'code_number', width: 90, align: 'right', priority: 3, render: Codes },
          {
            field: 'is_platform',
            width: 120,
            priority: 4,
            render: ({ is_platform }) =>
              words(`domain.domain.of.${is_platform ? 'platform' : isOperator ? 'customer' : 'own'}`),
          },
          ...wechatOff,
          { field: 'create_time', width: 164, priority: 6 },
          { field: 'printed_number', isHidden: true, align: 'right' },
          { field: 'method', isHidden: true },
          { field: 'certificate_until', isHidden: true },
          { field: 'checked_time', isHidden: true },
          { field: 'proved_time', isHidden: true },
          { field: 'name', isHidden: true },
        ]}
      />
      {open === 'apply' ? <ApplyDrawer onClose={close} onDone={show} /> : null}
      {open === 'platform' ? <AddPlatformDrawer onClose={close} onDone={show} /> : null}
    </>
  );
}

/** Nothing where nobody can say how many there are. */
const Codes = ({ code_number }: DomainRow) => code_number ?? <Absent />;
