import { IconStop, IconUndo, IconUser } from '@arco-design/web-react/icon';
import {
  type BatchAction,
  confirm,
  type ListHandle,
  notify,
  type RowAction,
  useAction,
  useAddressQuestion,
  useGo,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { binFoundCall, liftFoundCall } from '../../../codes/found/calls.ts';
import { useDomains } from '../../../codes/hosts/parts/use-domains.ts';
import { useQuickDownload } from '../../../codes/parts/use-quick-download.tsx';
import { useDuplicate } from '../../set_qr_code/parts/head/use-duplicate.ts';
import { useChosenExports } from '../../short_qr_code_list/parts/use-chosen-exports.ts';
import { BATCH_MAX_CODES, batchUpdateCall, liftCall } from '../calls.ts';
import type { OperatorTask } from './OperatorForms.tsx';

const MAY_FREEZE = 'qr.code_admin:freeze';
const MAY_GIVE = 'qr.code_admin:change_owner';

/** What is about to be done with the order of codes. */
export interface Assignment {
  kind: 'group' | 'tags';
  codes: readonly CodeRow[];
  /** They are of several pages of the list. */
  isFound: boolean;
  onDone: () => void;
}

export interface CodeActions {
  row: RowAction<CodeRow>[];
  batch: BatchAction<CodeRow>[];
}

/** What can be done with codes from their list: an owner's with the own ones, an operator's with those of others. */
export function useCodeActions(input: {
  isOwn: boolean;
  /** Whose codes the list shows. */
  scope: Parameters<typeof useChosenExports>[0];
  onTask: (task: OperatorTask) => void;
  onPrint: (codes: readonly CodeRow[]) => void;
  onAssign: (assignment: Assignment) => void;
}): CodeActions {
  const print = usePrinting(input.onPrint);
  const exports = useChosenExports(input.scope);
  const move = useMoving(input.onTask);
  const labels = useLabels(input.onTask);
  // A file that is made meanwhile, as those of the exports are.
  const printing = exports.isOffered ? [print, labels] : [print];
  const change: BatchAction<CodeRow> = {
    name: 'change_fields',
    label: 'qr.batch.verb',
    takesAll: true,
    permission: 'qr.code:update',
    run: (codes, list) => input.onTask({ kind: 'change', codes, onDone: () => afterwards(list) }),
  };
  const owners = useOwnerActions({
    printing,
    onAssign: input.onAssign,
    further: [change, ...move, ...exports.batch],
  });
  const operators = useOperatorActions(input.onTask, printing, [...move, ...exports.batch]);
  return input.isOwn ? owners : operators;
}

/** A sheet of codes, asked about first where nobody outside could open them. */
function usePrinting(onPrint: (codes: readonly CodeRow[]) => void): BatchAction<CodeRow> {
  const isWanted = useAddressQuestion();
  return {
    name: 'print',
    label: 'qr.code.action.print',
    takesAll: true,
    permission: 'qr.code:read',
    run: async (rows) => {
      if (await isWanted(rows.map((row) => row.qr_url))) onPrint(rows);
    },
  };
}

/** Other domains, where there is somebody who says which ones may be used, or was: then it is said why there is none to choose. */
function useMoving(onTask: (task: OperatorTask) => void): BatchAction<CodeRow>[] {
  const { isOn, isMissed } = useDomains();
  if (!isOn && !isMissed) return [];
  return [
    {
      name: 'change_domain_name',
      label: 'qr.domains.change',
      permission: 'qr.code:update',
      run: (codes, list) => onTask({ kind: 'domains', codes, onDone: () => afterwards(list) }),
    },
  ];
}

/** Sheets of labels, asked about first as other sheets are. */
function useLabels(onTask: (task: OperatorTask) => void): BatchAction<CodeRow> {
  const isWanted = useAddressQuestion();
  return {
    name: 'labels',
    label: 'qr.label.verb',
    takesAll: true,
    run: async (codes, list) => {
      if (await isWanted(codes.map((row) => row.qr_url)))
        onTask({ kind: 'labels', codes, onDone: () => afterwards(list) });
    },
  };
}

function useOwnerActions(input: {
  /** What can be done with one code as with many. */
  printing: readonly BatchAction<CodeRow>[];
  onAssign: (assignment: Assignment) => void;
  further: readonly BatchAction<CodeRow>[];
}): CodeActions {
  const { printing, onAssign, further } = input;
  const words = useWords();
  const go = useGo();
  const downloads = useQuickDownload();
  const { duplicate } = useDuplicate();
  const { run } = useAction(batchUpdateCall);
  const setState = async (rows: readonly CodeRow[], state: 'on' | 'off', list: ListHandle) => {
    const ids = rows.map((row) => row.id);
    const is_partial = ids.length > BATCH_MAX_CODES;
    const { updated, refused } = await run({ ids, state, is_partial });
    notify.success(words(`qr.code.notice.turned_${state}`, { count: updated }));
    if (refused.length > 0) notify.error(words('qr.batch.refused', { count: refused.length }));
    list.reload();
  };
  const assign = (kind: Assignment['kind']): BatchAction<CodeRow> => ({
    name: `assign_${kind}`,
    label: `qr.assign.${kind}.verb`,
    takesAll: true,
    permission: 'qr.code:update',
    run: (codes, list) =>
      onAssign({ kind, codes, isFound: isFound(codes, list), onDone: () => afterwards(list) }),
  });
  const turn = (state: 'on' | 'off') => ({
    name: `turn_${state}`,
    label: `qr.code.action.turn_${state}`,
    takesAll: true,
    permission: 'qr.code:update',
  });
  return {
    row: [
      ...downloads,
      {
        name: 'visitors',
        label: 'qr.code.action.visitors',
        permission: 'qr.visit:read',
        run: async (row) => go('visitor', { link: row.id }),
      },
      ...printing.map(
        ({ name, label, run: runMany }): RowAction<CodeRow> => ({
          name,
          label,
          run: (row, list) => runMany([row], list),
        }),
      ),
      {
        name: 'share',
        label: 'qr.page.share',
        permission: 'qr.code:update',
        run: (row) => go('set_qr_code', { id: row.id, tab: 'access' }),
      },
      {
        name: 'duplicate',
        label: 'qr.page.duplicate',
        permission: 'qr.code:create',
        isVisible: (row) => !row.is_unclaimed,
        run: duplicate,
      },
      {
        ...turn('off'),
        isVisible: (row) => !row.is_frozen && row.state === 'on',
        run: (row, list) => setState([row], 'off', list),
      },
      {
        ...turn('on'),
        isVisible: (row) => !row.is_frozen && row.state === 'off',
        run: (row, list) => setState([row], 'on', list),
      },
    ],
    batch: [
      ...printing,
      { ...turn('on'), run: (rows, list) => setState(rows, 'on', list) },
      { ...turn('off'), run: (rows, list) => setState(rows, 'off', list) },
      assign('group'),
      assign('tags'),
      ...further,
    ],
  };
}

function useOperatorActions(
  onTask: (task: OperatorTask) => void,
  printing: readonly BatchAction<CodeRow>[],
  further: readonly BatchAction<CodeRow>[],
): CodeActions {
  const words = useWords();
  const track = useTrackOperation();
  const { run } = useAction(liftCall);
  const { run: liftFound } = useAction(liftFoundCall);
  const begin = (kind: OperatorTask['kind'], codes: readonly CodeRow[], list: ListHandle) =>
    onTask({ kind, codes, isFound: isFound(codes, list), onDone: () => afterwards(list) });
  const lift = async (rows: readonly CodeRow[], list: ListHandle) => {
    const ids = rows.map(({ id }) => id);
    if (isFound(rows, list)) {
      const question = {
        title: words('qr.admin.lift.found', { count: ids.length }),
        text: words('qr.admin.lift.found.text'),
        verb: words('qr.admin.lift'),
        isDangerous: false,
      };
      if (!(await confirm(question))) return;
      track((await liftFound({ ids })).id);
    } else {
      const { lifted } = await run({ ids });
      notify.success(words('qr.admin.notice.lifted', { count: lifted }));
    }
    afterwards(list);
  };
  const freezing = { name: 'freeze', label: 'qr.admin.freeze', takesAll: true, permission: MAY_FREEZE };
  const lifting = { name: 'lift', label: 'qr.admin.lift', takesAll: true, permission: MAY_FREEZE };
  const giving = { name: 'change_owner', label: 'qr.admin.give', takesAll: true, permission: MAY_GIVE };
  return {
    row: [
      {
        ...freezing,
        icon: <IconStop />,
        isVisible: (row) => !row.is_frozen,
        run: (row, list) => begin('freeze', [row], list),
      },
      {
        ...lifting,
        icon: <IconUndo />,
        isVisible: (row) => row.is_frozen,
        confirm: (row) => ({
          title: words('qr.admin.lift.title', { name: row.name }),
          text: words('qr.admin.lift.text', { reason: row.frozen_reason }),
          verb: words('qr.admin.lift'),
        }),
        run: (row, list) => lift([row], list),
      },
      { ...giving, icon: <IconUser />, run: (row, list) => begin('give', [row], list) },
      {
        name: 'change_reason',
        label: 'qr.admin.change_reason',
        permission: MAY_FREEZE,
        isVisible: (row) => row.is_frozen,
        run: (row, list) => begin('freeze', [row], list),
      },
    ],
    batch: [
      ...printing,
      { ...freezing, run: (rows, list) => begin('freeze', rows, list) },
      { ...lifting, run: lift },
      { ...giving, run: (rows, list) => begin('give', rows, list) },
      ...further,
    ],
  };
}

/** Puts all that the list finds into the bin. */
export function useBinFound(): BatchAction<CodeRow>['run'] {
  const track = useTrackOperation();
  const { run } = useAction(binFoundCall);
  return async (rows, list) => {
    track((await run({ ids: rows.map(({ id }) => id) })).id);
    afterwards(list);
  };
}

/** Whether codes of several pages are chosen; a row has its own verbs meanwhile. */
const isFound = (codes: readonly CodeRow[], list: ListHandle): boolean =>
  list.isBeyondPage && codes.length > 1;

function afterwards(list: ListHandle): void {
  list.clearSelection();
  list.reload();
}
