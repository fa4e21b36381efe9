import { accountReference, type Resource, type RowOf } from '@waypost/contract';
import { NOBODY } from '@waypost/contract/constants';
import { useContext } from 'react';
import { Absent } from '../parts/values.tsx';
import { ReferenceLink } from '../reference/ReferenceLink.tsx';
import { ReferenceTitle } from '../reference/ReferenceTitle.tsx';
import { useOwnerScope } from '../scope/use-owner-scope.ts';
import { usePermission, useUser } from '../session/use-user.tsx';
import { ThingOwner } from '../thing/thing-owner.ts';
import type { Column } from './columns.ts';
import type { ResourceListProps } from './resource-list-props.ts';

interface ListOwners<Row> {
  call: 'inquire' | 'user_inquire' | undefined;
  /** Part of every query. */
  filters: Readonly<Record<string, unknown>>;
  /** Says whose a row is, where that is not the same for all. */
  column: Column<Row> | undefined;
  /** What is shown is one other person's: there is nothing to begin here. */
  isOfOthers: boolean;
}

/** Columns by which a screen says itself whose a row is. */
const TELLING = new Set(['owner', 'owner_account', 'account']);

/** Whose rows a list shows, as the switch in the head says, for resources whose rows have owners. */
export function useListOwners<R extends Resource>(props: ResourceListProps<R>): ListOwners<RowOf<R>> {
  const { resource, call, load, owners } = props;
  const hasOwners = owners !== false && resource.access === 'own' && resource.calls.includes('inquire');
  // A screen that loads for itself asks `useOwnerScope` for itself.
  const isOffered = hasOwners && load === undefined;
  // What belongs to a thing is shown with it, whoever looks and whatever was chosen elsewhere.
  const thing = useContext(ThingOwner);
  // A list that is one person's by its own filter is not everyone's for the switch in the head.
  const fixedOwner = isOffered ? props.extraFilters?.owner : undefined;
  const isOfThing = thing !== undefined && owners === undefined && props.extraFilters !== undefined;
  const readsAll = usePermission()(`${resource.name}:read_all`);
  const user = useUser();
  const opensWith = owners === 'own' || (owners === undefined && call !== 'inquire') ? 'own' : 'everyone';
  const scope = useOwnerScope({
    permission: isOffered && !isOfThing && fixedOwner === undefined ? `${resource.name}:read_all` : undefined,
    opensWith,
    isForEveryone: owners === 'preset',
  });
  if (fixedOwner !== undefined && readsAll)
    return { call: 'inquire', filters: {}, column: undefined, isOfOthers: fixedOwner !== user?.id };
  if (isOffered && isOfThing && readsAll) {
    const isOfOthers = thing.owner !== undefined && thing.owner !== user?.id;
    return { call: 'inquire', filters: {}, column: undefined, isOfOthers };
  }
  if (!isOffered || !scope.canChoose) return { call, filters: {}, column: undefined, isOfOthers: false };
  const hasOwnCall = resource.calls.includes('user_inquire');
  return {
    call: scope.isOwn && hasOwnCall ? 'user_inquire' : 'inquire',
    filters: scope.owner === undefined || (scope.isOwn && hasOwnCall) ? {} : { owner: scope.owner },
    column: scope.isOwn || isTold(props) ? undefined : ownerColumn(),
    isOfOthers: !scope.isOwn && !scope.isEveryone,
  };
}

function isTold<R extends Resource>({ columns = [] }: ResourceListProps<R>): boolean {
  return columns.some((column) =>
    TELLING.has(typeof column === 'string' ? column : (column.field ?? column.key ?? '')),
  );
}

function ownerColumn<Row>(): Column<Row> {
  return {
    key: 'owner',
    title: 'list.owner',
    field: 'owner',
    render: (row) => <Owner row={row as { owner?: string; owner_account?: string }} />,
    isRight: false,
    sort: undefined,
    width: 150,
    isHidden: false,
    isWideOnly: false,
    priority: 1,
  };
}

/** Rows that bring the account along ask nobody for it. */
function Owner({ row }: { row: { owner?: string; owner_account?: string } }) {
  const { owner, owner_account: account } = row;
  if (!owner || owner === NOBODY) return account ?? <Absent />;
  return account ? (
    <ReferenceLink reference={accountReference} id={owner} title={account} />
  ) : (
    <ReferenceTitle reference={accountReference} ids={[owner]} />
  );
}
