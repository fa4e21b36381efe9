import {
  type ControlProps,
  notify,
  PendingState,
  ResourceForm,
  type ThingHandle,
  useWords,
} from '@waypost/host-sdk';
import { createContext, use, useState } from 'react';
import type { RoleRow } from '../resource.ts';
import { role } from '../resource.ts';
import { FixedNotice } from './FixedNotice.tsx';
import { RightsTree, type TreeView } from './RightsTree.tsx';
import { leavesOf } from './rights-tree.ts';
import styles from './role.module.css';
import { type Rights, useRights } from './use-rights.ts';

const ONLY = ['permissions'] as const;
const SECTIONS = [{ fields: ONLY, hiddenLabels: ONLY }];
const CONTROLS = { permissions: RightsControl };
const FOLDED: TreeView = { open: new Set(), search: '' };

type Shown = Rights & { view: TreeView; onView: (view: TreeView) => void };
/** The tree that the form's control shows: a control gets its value only. */
const ShownContext = createContext<Shown | undefined>(undefined);

/** What people with the role may do: ticks over the tree, saved together. */
export function RightsTab({ row, page }: { row: RoleRow; page: ThingHandle }) {
  const words = useWords();
  const { rights, error, retry } = useRights();
  const [view, onView] = useState(FOLDED);
  if (!rights) return <PendingState error={error} onRetry={retry} lines={8} height={28} />;
  if (row.key === 'super' || !row.may_change)
    return (
      <div className={styles.stack}>
        <FixedNotice row={row} />
        <RightsTree {...rights} view={view} onView={onView} given={givenOf(row, rights)} />
      </div>
    );
  return (
    <ShownContext value={{ ...rights, view, onView }}>
      <ResourceForm
        key={row.version}
        resource={role}
        mode="edit"
        row={row}
        only={ONLY}
        about={`rights ${row.id}`}
        sections={SECTIONS}
        controls={CONTROLS}
        hasOthersSections={false}
        saveLabel={words('system.role.save')}
        onSaved={() => {
          notify.success(words('form.saved'));
          page.reload();
        }}
      />
    </ShownContext>
  );
}

/** The super administrator's role has everything, and nothing of it stands in the store. */
function givenOf(row: RoleRow, { tree }: Rights): ReadonlySet<string> {
  if (row.key !== 'super') return new Set(row.permissions);
  return new Set(
    tree
      .flatMap(leavesOf)
      .flatMap(({ permission, node }) => (node.is_active && permission ? [permission] : [])),
  );
}

/** The tree as a control of the form. */
function RightsControl({ value, onChange }: ControlProps<readonly string[]>) {
  const shown = use(ShownContext);
  if (!shown) return null;
  return (
    <RightsTree {...shown} given={new Set(value ?? [])} onChange={(given) => onChange([...given].sort())} />
  );
}
