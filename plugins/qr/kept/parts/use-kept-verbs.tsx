import { IconDelete } from '@arco-design/web-react/icon';
import {
  type BatchAction,
  confirmDanger,
  notify,
  type RowAction,
  useClient,
  useFormat,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../codes/code-row.ts';
import {
  type Clearing,
  clearAccessHistoryCall,
  clearRecordCall,
  type KeptVisitRow,
  keptVisitsCall,
  restoreAccessRecordsCall,
} from '../calls.ts';
import { useErase } from './use-erase.ts';

interface KeptVerbs {
  clearAll: () => Promise<unknown>;
  row: RowAction<KeptVisitRow>[];
  batch: BatchAction<KeptVisitRow>[];
}

/** What can be done with the kept visits of a code: into the bin with a way back, or for good where a person asks for it. */
export function useKeptVerbs(code: CodeRow): KeptVerbs {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const reload = useReloadArea(keptVisitsCall.area);
  const erase = useErase<KeptVisitRow>(({ ip }) => ({ id: code.id, name: code.name, ip }));
  const told = async ({ cleared, clearing }: { cleared: number; clearing: Clearing | null }) => {
    await reload();
    const text = words('qr.kept_visit.cleared', { count: cleared, shown: format.number(cleared) });
    if (clearing === null) return notify.info(text);
    notify.withUndo(text, words('action.undo'), async () => {
      await client.call(restoreAccessRecordsCall, { id: code.id, clearing: clearing.id });
      await reload();
    });
  };
  return {
    clearAll: () =>
      confirmDanger({
        title: words('qr.kept_visit.clear_all.title', { name: code.name }),
        text: words('qr.kept_visit.clear_all.text'),
        verb: words('qr.kept_visit.clear'),
        run: async () => told(await client.call(clearAccessHistoryCall, { id: code.id })),
      }),
    batch: [
      {
        name: 'clear',
        label: 'qr.kept_visit.clear',
        permission: 'qr.visit:clear',
        isDangerous: true,
        confirm: (rows) => ({
          title: words('qr.kept_visit.clear.title', {
            count: rows.length,
            shown: format.number(rows.length),
          }),
          text: words('qr.kept_visit.clear.text'),
          verb: words('qr.kept_visit.clear'),
        }),
        run: async (rows, list) => {
          const visits = rows.map(({ id }) => id);
          const answer = await client.call(clearRecordCall, { id: code.id, visits });
          list.clearSelection();
          await told(answer);
        },
      },
    ],
    row: [
      {
        name: 'clear',
        label: 'qr.kept_visit.clear',
        icon: <IconDelete />,
        permission: 'qr.visit:clear',
        // One visit comes back with one press: nothing to ask.
        run: async (visit) => told(await client.call(clearRecordCall, { id: code.id, visits: [visit.id] })),
      },
      erase,
    ],
  };
}
