import { Radio } from '@arco-design/web-react';
import { IconStop, IconUndo } from '@arco-design/web-react/icon';
import {
  Absent,
  CopyText,
  type ListHandle,
  notify,
  ResourceList,
  useAction,
  useGo,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { CodeName } from '../../../codes/parts/CodeName.tsx';
import { CodeState } from '../../../codes/parts/CodeState.tsx';
import { TargetSummary } from '../../../codes/parts/TargetSummary.tsx';
import { liftCall } from '../../qr_code_list/calls.ts';
import { codeResource } from '../../qr_code_list/resource.ts';

const MAY_FREEZE = 'qr.code_admin:freeze';

export interface EveryCodeListProps {
  isFrozenOnly: boolean;
  onFreeze: (codes: readonly CodeRow[], onDone: () => void) => void;
}

/** Every owner's codes. What belongs to the owner (targets, design, the own switch) is changed on the owner's screens. */
export function EveryCodeList({ isFrozenOnly, onFreeze }: EveryCodeListProps) {
  const words = useWords();
  const { run } = useAction(liftCall);
  const freeze = (rows: readonly CodeRow[], list: ListHandle) => onFreeze(rows, () => afterwards(list));
  const lift = async (rows: readonly CodeRow[], list: ListHandle) => {
    const { lifted } = await run({ ids: rows.map(({ id }) => id) });
    notify.success(words('qr.admin.notice.lifted', { count: lifted }));
    afterwards(list);
  };
  return (
    <ResourceList
      resource={codeResource}
      title="qr.admin.title"
      call="inquire"
      form={false}
      rowTo={(row) => `set_qr_code?id=${row.id}`}
      editTo={(row) => `set_qr_code?id=${row.id}&tab=targets`}
      filters={['state', 'access_mode', 'visit_restriction', 'rotation_model', 'jump_type']}
      {...(isFrozenOnly ? { extraFilters: { is_frozen: true } } : {})}
      toolbar={<FrozenSwitch isFrozenOnly={isFrozenOnly} />}
      hide={['remove']}
      columns={[
        { field: 'name', render: (row) => <CodeName code={row} /> },
        { field: 'owner_account', width: 150, render: (row) => row.owner_account || <Absent /> },
        { field: 'frozen_reason', width: 240, isHidden: !isFrozenOnly },
        { field: 'frozen_at', width: 164, isHidden: !isFrozenOnly },
        {
          field: 'short_code',
          width: 150,
          render: (row) => <CopyText value={row.short_url} shown={row.short_code} />,
        },
        {
          field: 'targets',
          isHidden: isFrozenOnly,
          render: (row) => <TargetSummary targets={row.targets} />,
        },
        { field: 'state', width: 140, isHidden: isFrozenOnly, render: (row) => <CodeState code={row} /> },
        { field: 'view_number', width: 76, align: 'right' },
        { field: 'ip_view_number', width: 104, align: 'right', isHidden: true },
        { field: 'create_time', width: 164, isHidden: isFrozenOnly },
      ]}
      rowActions={[
        {
          name: 'freeze',
          label: 'qr.admin.freeze',
          icon: <IconStop />,
          permission: MAY_FREEZE,
          isVisible: (row) => !row.is_frozen,
          run: (row, list) => freeze([row], list),
        },
        {
          name: 'lift',
          label: 'qr.admin.lift',
          icon: <IconUndo />,
          permission: MAY_FREEZE,
          isVisible: (row) => row.is_frozen,
          confirm: (row) => ({
            title: words('qr.admin.lift.title', { name: row.name }),
            text: words('qr.admin.lift.text', { reason: row.frozen_reason }),
            verb: words('qr.admin.lift'),
          }),
          run: (row, list) => lift([row], list),
        },
        {
          name: 'change_reason',
          label: 'qr.admin.change_reason',
          permission: MAY_FREEZE,
          isVisible: (row) => row.is_frozen,
          run: (row, list) => freeze([row], list),
        },
      ]}
      batchActions={[
        { name: 'freeze', label: 'qr.admin.freeze', permission: MAY_FREEZE, run: freeze },
        { name: 'lift', label: 'qr.admin.lift', permission: MAY_FREEZE, run: lift },
      ]}
    />
  );
}

function afterwards(list: ListHandle): void {
  list.clearSelection();
  list.reload();
}

function FrozenSwitch({ isFrozenOnly }: { isFrozenOnly: boolean }) {
  const words = useWords();
  const go = useGo();
  return (
    <Radio.Group
      type="button"
      aria-label={words('qr.code.state')}
      value={isFrozenOnly ? 'frozen' : 'all'}
      onChange={(view: string) => go('qr_code_list_admin', view === 'frozen' ? { view } : {})}
      options={[
        { value: 'all', label: words('qr.admin.view.all') },
        { value: 'frozen', label: words('qr.code.state.frozen') },
      ]}
    />
  );
}
