import { IconDelete, IconUndo } from '@arco-design/web-react/icon';
import {
  type BatchAction,
  type ListHandle,
  notify,
  type RowAction,
  useAction,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { codeResource } from '../../../screens/qr_code_list/resource.ts';
import { purgeCodesCall, restoreCodesCall } from '../../../screens/qr_code_remove/calls.ts';
import type { CodeRow } from '../../code-row.ts';

const RESTORE = {
  name: 'restore',
  label: 'qr.code.action.restore',
  icon: <IconUndo />,
  permission: 'qr.code:delete',
} as const;
const PURGE = {
  name: 'purge',
  label: 'qr.code.action.purge',
  icon: <IconDelete />,
  permission: 'qr.code:delete',
  isDangerous: true,
} as const;

/** What can be done with codes in the bin, one or many: bring them back, or delete them for good. */
export function useBinActions(): { row: RowAction<CodeRow>[]; batch: BatchAction<CodeRow>[] } {
  const words = useWords();
  const codes = useResource(codeResource);
  const { run: restore } = useAction(restoreCodesCall);
  const { run: purge } = useAction(purgeCodesCall);
  const verb = words('qr.code.action.purge');
  const idsOf = (rows: readonly CodeRow[]) => rows.map(({ id }) => id);
  const afterwards = async (list: ListHandle) => {
    list.clearSelection();
    list.reload();
    await codes.reload();
  };
  return {
    row: [
      {
        ...RESTORE,
        run: async (row) => {
          await codes.restore(row.id);
          notify.success(words('qr.code.notice.restored', { name: row.name }));
        },
      },
      {
        ...PURGE,
        confirm: (row) => ({
          title: words('qr.code.action.purge.title', { name: row.name }),
          text: words(row.is_frozen ? 'qr.code.action.purge.frozen' : 'qr.code.action.purge.text'),
          verb,
        }),
        run: async (row) => {
          await codes.remove(row.id);
          notify.success(words('qr.code.notice.purged', { name: row.name }));
        },
      },
    ],
    batch: [
      {
        ...RESTORE,
        run: async (rows, list) => {
          const { restored } = await restore({ ids: idsOf(rows) });
          notify.success(words('qr.bin.notice.restored', { count: restored }));
          await afterwards(list);
        },
      },
      {
        ...PURGE,
        confirm: (rows) => ({
          title: words('qr.bin.purge.title', { count: rows.length }),
          text: words('qr.bin.purge.text'),
          verb,
        }),
        run: async (rows, list) => {
          const { purged } = await purge({ ids: idsOf(rows) });
          notify.success(words('qr.bin.notice.purged', { count: purged }));
          await afterwards(list);
        },
      },
    ],
  };
}
