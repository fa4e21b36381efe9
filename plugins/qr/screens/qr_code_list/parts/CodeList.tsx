import { ResourceList, useOwnerScope, useQuery } from '@waypost/host-sdk';
import { type ReactNode, useEffect, useState } from 'react';
import type { CodeRow } from '../../../codes/code-row.ts';
import { AssignDrawer } from '../../../codes/groups/parts/AssignDrawer.tsx';
import { PrintSheet } from '../../../codes/parts/print/PrintSheet.tsx';
import { LabelChips } from '../../group/parts/LabelChips.tsx';
import { codeResource } from '../resource.ts';
import { codeColumns } from './code-columns.tsx';
import { OperatorForms, type OperatorTask } from './OperatorForms.tsx';
import { type Assignment, useBinFound, useCodeActions } from './use-code-actions.tsx';

export interface CodeListProps {
  toolbar?: ReactNode;
  /** The screen of everyone's codes: the same list, opened so. */
  isForEveryone?: boolean;
}

/** Codes: the caller's own with all that belongs to an owner, other people's with what operators do. Each leads to its page. */
export function CodeList({ toolbar, isForEveryone = false }: CodeListProps) {
  const [params] = useFrozenView();
  const [task, setTask] = useState<OperatorTask>();
  const [assigning, setAssigning] = useState<Assignment>();
  const [printing, setPrinting] = useState<readonly CodeRow[]>();
  const { isOwn, owner } = useOwnerScope({
    permission: 'qr.code:read_all',
    opensWith: isForEveryone ? 'everyone' : 'own',
    isForEveryone,
  });
  const actions = useCodeActions({
    isOwn,
    scope: { own: isOwn, ...(isOwn || owner === undefined ? {} : { owner }) },
    onTask: setTask,
    onPrint: setPrinting,
    onAssign: setAssigning,
  });
  const removeFound = useBinFound();
  const isFrozenOnly = params.get('status') === 'frozen';
  return (
    <>
      <ResourceList
        resource={codeResource}
        {...(isForEveryone ? { title: 'qr.admin.title' } : {})}
        owners={isForEveryone ? 'preset' : 'own'}
        views={isForEveryone ? 'codes-of-everyone' : 'codes'}
        extraFilters={isForEveryone ? SHOWN_ALONE : CODES_ALONE}
        toolbar={toolbar}
        chips={isOwn ? <LabelChips /> : null}
        {...(isOwn ? { createTo: 'set_qr_code' } : { form: false as const })}
        rowTo={(row) => `set_qr_code?id=${row.id}`}
        editTo={(row) => `set_qr_code?id=${row.id}&tab=targets`}
        filters={isOwn ? OWN_FILTERS : FILTERS}
        hide={isOwn ? NOTHING : OWNERS_VERBS}
        columns={codeColumns({ isFrozenOnly })}
        rowActions={actions.row}
        batchActions={actions.batch}
        removeFound={removeFound}
      />
      {printing ? <PrintSheet codes={printing} onDone={() => setPrinting(undefined)} /> : null}
      {assigning ? <AssignDrawer {...assigning} onClose={() => setAssigning(undefined)} /> : null}
      {task ? <OperatorForms task={task} onClose={() => setTask(undefined)} /> : null}
    </>
  );
}

const FILTERS = ['status', 'tag', 'access_mode', 'rotation_model', 'visit_restriction', 'jump_type'] as const;
/** Groups are their owner's: an operator's own say nothing of other people's codes. */
const OWN_FILTERS = ['status', 'group', ...FILTERS.slice(1)] as const;
/** Short links have a list of their own, and so has what its owner hides. */
const CODES_ALONE = { is_short_link: false, is_listed: true };
const SHOWN_ALONE = { is_listed: true };
const NOTHING: readonly string[] = [];
/** What belongs to a code's owner is done by them. */
const OWNERS_VERBS = ['create', 'remove'];

/** `view=frozen` of older links is the filter of that name now. */
function useFrozenView(): ReturnType<typeof useQuery> {
  const [params, set] = useQuery();
  const isOld = params.get('view') === 'frozen';
  useEffect(() => {
    if (isOld) set({ view: undefined, status: 'frozen' });
  }, [isOld, set]);
  return [params, set];
}
