import { IconDownload } from '@arco-design/web-react/icon';
import {
  CopyText,
  notify,
  ResourceList,
  useAction,
  useAddressQuestion,
  useGo,
  useWords,
} from '@waypost/host-sdk';
import { type ReactNode, useState } from 'react';
import type { CodeRow } from '../../../codes/code-row.ts';
import { CodeName } from '../../../codes/parts/CodeName.tsx';
import { CodeState } from '../../../codes/parts/CodeState.tsx';
import { PrintSheet } from '../../../codes/parts/print/PrintSheet.tsx';
import { TargetSummary } from '../../../codes/parts/TargetSummary.tsx';
import { useDownload } from '../../../codes/parts/use-download.ts';
import { batchUpdateCall } from '../calls.ts';
import { codeResource } from '../resource.ts';

/** Side of a downloaded PNG from the list; the code's page offers others. */
const QUICK_PNG_SIZE = 1024;

/** The caller's own codes: each leads to its page, what is done to many at once is done here. */
export function CodeList({ toolbar }: { toolbar: ReactNode }) {
  const [printing, setPrinting] = useState<readonly CodeRow[]>();
  return (
    <>
      <Codes toolbar={toolbar} onPrint={setPrinting} />
      {printing ? <PrintSheet codes={printing} onDone={() => setPrinting(undefined)} /> : null}
    </>
  );
}

function Codes({ toolbar, onPrint }: { toolbar: ReactNode; onPrint: (rows: readonly CodeRow[]) => void }) {
  const words = useWords();
  const go = useGo();
  const { download } = useDownload();
  const isWanted = useAddressQuestion();
  const quickDownload = async (row: CodeRow, style: Parameters<typeof download>[1]) => {
    if (await isWanted([row.qr_url])) await download(row, style);
  };
  const { run } = useAction(batchUpdateCall);
  const setState = async (rows: readonly CodeRow[], state: 'on' | 'off', list: { reload: () => void }) => {
    const { updated } = await run({ ids: rows.map((row) => row.id), state });
    notify.success(words(`qr.code.notice.turned_${state}`, { count: updated }));
    list.reload();
  };
  return (
    <ResourceList
      resource={codeResource}
      toolbar={toolbar}
      createTo="set_qr_code"
      rowTo={(row) => `set_qr_code?id=${row.id}`}
      editTo={(row) => `set_qr_code?id=${row.id}&tab=targets`}
      filters={['state', 'access_mode', 'rotation_model', 'visit_restriction', 'jump_type']}
      columns={[
        { field: 'name', render: (row) => <CodeName code={row} /> },
        {
          field: 'short_code',
          width: 150,
          render: (row) => <CopyText value={row.short_url} shown={row.short_code} />,
        },
        { field: 'targets', render: (row) => <TargetSummary targets={row.targets} /> },
        { field: 'state', width: 140, render: (row) => <CodeState code={row} /> },
        { field: 'view_number', width: 76, align: 'right' },
        { field: 'ip_view_number', width: 104, align: 'right' },
        { field: 'create_time', width: 164 },
        { field: 'bot_view_number', isHidden: true, align: 'right' },
        { field: 'last_view_time', isHidden: true },
        { field: 'rotation_model', isHidden: true },
        { field: 'jump_type', isHidden: true },
        { field: 'access_mode', isHidden: true },
        { field: 'visit_restriction', isHidden: true },
        { field: 'open_log', isHidden: true },
        { field: 'expires_at', isHidden: true },
        { field: 'file_name', isHidden: true },
        { field: 'remark', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'download_png',
          label: 'qr.code.action.download_png',
          icon: <IconDownload />,
          run: (row) => quickDownload(row, { format: 'png', size: QUICK_PNG_SIZE }),
        },
        {
          name: 'download_svg',
          label: 'qr.code.action.download_svg',
          run: (row) => quickDownload(row, { format: 'svg' }),
        },
        {
          name: 'visitors',
          label: 'qr.code.action.visitors',
          permission: 'qr.visit:read',
          run: async (row) => go('visitor', { link: row.id }),
        },
        {
          name: 'turn_off',
          label: 'qr.code.action.turn_off',
          permission: 'qr.code:update',
          isVisible: (row) => !row.is_frozen && row.state === 'on',
          run: (row, list) => setState([row], 'off', list),
        },
        {
          name: 'turn_on',
          label: 'qr.code.action.turn_on',
          permission: 'qr.code:update',
          isVisible: (row) => !row.is_frozen && row.state === 'off',
          run: (row, list) => setState([row], 'on', list),
        },
      ]}
      batchActions={[
        {
          name: 'print',
          label: 'qr.code.action.print',
          run: async (rows) => {
            if (await isWanted(rows.map((row) => row.qr_url))) onPrint(rows);
          },
        },
        {
          name: 'turn_on',
          label: 'qr.code.action.turn_on',
          permission: 'qr.code:update',
          run: (rows, list) => setState(rows, 'on', list),
        },
        {
          name: 'turn_off',
          label: 'qr.code.action.turn_off',
          permission: 'qr.code:update',
          run: (rows, list) => setState(rows, 'off', list),
        },
      ]}
    />
  );
}
