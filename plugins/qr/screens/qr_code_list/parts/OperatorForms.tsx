import type { CodeRow } from '../../../codes/code-row.ts';
import { ChangeOwnerDrawer } from './ChangeOwnerDrawer.tsx';
import { FreezeDrawer } from './FreezeDrawer.tsx';

/** What an operator is about to do with codes. */
export interface OperatorTask {
  kind: 'freeze' | 'give';
  codes: readonly CodeRow[];
  onDone: () => void;
}

/** The form that an operator's verb asks something in. */
export function OperatorForms({ task, onClose }: { task: OperatorTask; onClose: () => void }) {
  const { kind, codes, onDone } = task;
  const Form = kind === 'freeze' ? FreezeDrawer : ChangeOwnerDrawer;
  return <Form codes={codes} onDone={onDone} onClose={onClose} />;
}
