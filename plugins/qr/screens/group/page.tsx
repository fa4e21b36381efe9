import { IconList } from '@arco-design/web-react/icon';
import { type ControlComponent, ResourceList, useGo } from '@waypost/host-sdk';
import { RulesControl } from '../set_qr_code/parts/RulesControl.tsx';
import { groupResource } from './resource.ts';

const CONTROLS: Readonly<Record<string, ControlComponent>> = { visit_rules: RulesControl };

/** Groups of codes, with what codes that are made in them begin with. */
export function Page() {
  const go = useGo();
  return (
    <ResourceList
      resource={groupResource}
      form={{ controls: CONTROLS }}
      columns={[
        { field: 'name' },
        { field: 'code_number', width: 110, align: 'right', priority: 1 },
        { field: 'rule_number', width: 150, align: 'right', priority: 2 },
        { field: 'access_mode', isHidden: true },
        { field: 'visit_restriction', isHidden: true },
        { field: 'remark', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'codes',
          label: 'qr.group.codes',
          icon: <IconList />,
          permission: 'qr.code:read',
          run: async (row) => go('qr_code_list', { group: row.id }),
        },
      ]}
    />
  );
}
