import type { ColumnChoice } from '@waypost/host-sdk';
import { Labels } from '../../../codes/groups/parts/Labels.tsx';
import { PlacedCode } from '../../../codes/hosts/parts/PlacedCode.tsx';
import { CodeName } from '../../../codes/parts/CodeName.tsx';
import { CodeState } from '../../../codes/parts/CodeState.tsx';
import { TargetSummary } from '../../../codes/parts/TargetSummary.tsx';
import type { codeResource } from '../resource.ts';

/** The columns of every list of codes. Of frozen ones why and since when stands in the place of where they lead. */
export function codeColumns({
  isFrozenOnly,
}: {
  isFrozenOnly: boolean;
}): ColumnChoice<typeof codeResource>[] {
  return [
    { field: 'name', render: (row) => <CodeName code={row} /> },
    {
      field: 'short_code',
      width: 150,
      priority: 1,
      render: (row) => <PlacedCode code={row} />,
      exported: { path: 'short_url' },
    },
    { field: 'frozen_reason', width: 240, priority: 2, isHidden: !isFrozenOnly },
    { field: 'frozen_at', width: 164, priority: 4, isHidden: !isFrozenOnly },
    {
      field: 'targets',
      width: 220,
      priority: 3,
      isHidden: isFrozenOnly,
      render: (row) => <TargetSummary targets={row.targets} />,
      exported: { path: 'targets.url' },
    },
    { field: 'state', width: 140, render: (row) => <CodeState code={row} /> },
    { field: 'view_number', width: 76, align: 'right', priority: 2 },
    { field: 'ip_view_number', width: 104, align: 'right', priority: 5, isHidden: isFrozenOnly },
    { field: 'group', width: 140, priority: 6, isHidden: isFrozenOnly },
    { field: 'create_time', width: 164, priority: 6, isHidden: isFrozenOnly },
    { field: 'bot_view_number', isHidden: true, align: 'right' },
    { field: 'last_view_time', isHidden: true },
    { field: 'rotation_model', isHidden: true },
    { field: 'jump_type', isHidden: true },
    { field: 'access_mode', isHidden: true },
    { field: 'visit_restriction', isHidden: true },
    { field: 'open_log', isHidden: true },
    { field: 'expires_at', isHidden: true },
    { field: 'file_name', isHidden: true },
    { field: 'tags', isHidden: true, render: (row) => <Labels names={row.tags} /> },
    { field: 'remark', isHidden: true },
  ];
}
