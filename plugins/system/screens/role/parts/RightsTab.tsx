import { type ControlProps, PendingState, ResourceForm, type ThingHandle, useWords } from '@waypost/host-sdk';
import { use } from 'react';
import type { RoleRow } from '../resource.ts';
import { role } from '../resource.ts';
import { FixedNotice } from './FixedNotice.tsx';
import { RightsTree } from './RightsTree.tsx';
import { leavesOf } from './rights-tree.ts';
import styles from './role.module.css';
import { type Rights, RightsContext, useRights } from './use-rights.ts';

const ONLY = ['permissions'] as const;
const SECTIONS = [{ fields: ONLY, hiddenLabels: ONLY }];
const CONTROLS = { permissions: RightsControl };

/** What people with the role may do: ticks over the tree, saved together. */
export function RightsTab({ row, page }: { row: RoleRow; page: ThingHandle }) {
  const words = useWords();
  const { rights, error, retry } = useRights();
  if (!rights) return <PendingState error={error} onRetry={retry} lines={8} height={28} />;
  if (row.key === 'super' || !row.may_change)
    return (
      <div className={styles.stack}>
        <FixedNotice row={row} />
        <RightsTree {...rights} given={givenOf(row, rights)} />
      </div>
    );
  return (
    <RightsContext value={rights}>
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
        onSaved={page.reload}
      />
    </RightsContext>
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
  const rights = use(RightsContext);
  if (!rights) return null;
  return (
    <RightsTree {...rights} given={new Set(value ?? [])} onChange={(given) => onChange([...given].sort())} />
  );
}
