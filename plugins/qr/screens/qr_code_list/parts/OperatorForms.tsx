import type { CodeRow } from '../../../codes/code-row.ts';
import { DomainsDrawer } from '../../../codes/hosts/parts/DomainsDrawer.tsx';
import { ChangeCodesDrawer } from './ChangeCodesDrawer.tsx';
import { ChangeOwnerDrawer } from './ChangeOwnerDrawer.tsx';
import { FreezeDrawer } from './FreezeDrawer.tsx';
import { LabelsDrawer } from './LabelsDrawer.tsx';

/** What somebody is about to do with codes. */
export interface OperatorTask {
  kind: 'freeze' | 'give' | 'domains' | 'change' | 'labels';
  codes: readonly CodeRow[];
  /** They are of several pages of a list. */
  isFound?: boolean;
  onDone: () => void;
}

/** The form that a verb asks something in. */
export function OperatorForms({ task, onClose }: { task: OperatorTask; onClose: () => void }) {
  const { kind, ...what } = task;
  const Form = {
    freeze: FreezeDrawer,
    give: ChangeOwnerDrawer,
    domains: DomainsDrawer,
    change: ChangeCodesDrawer,
    labels: LabelsDrawer,
  }[kind];
  return <Form {...what} onClose={onClose} />;
}
