import { ResourceList, usePermission } from '@waypost/host-sdk';
import { RatioNote } from '../../agents/parts/RatioNote.tsx';
import { shareColumns } from '../../agents/parts/share-columns.tsx';
import { READ_ALL_SHARES } from './calls.ts';
import { shareResource } from './resource.ts';

/** What was earned of each order: by the reader, or for operators by anybody. */
export function Page() {
  const may = usePermission();
  const isOfAll = may(READ_ALL_SHARES);
  return (
    <ResourceList
      resource={shareResource}
      title="menu.agent_divided_into"
      form={false}
      owners={false}
      filters={['agent', 'customer', 'time']}
      {...(isOfAll ? {} : { toolbar: <RatioNote /> })}
      columns={shareColumns({ isOfAll, hasCustomer: true })}
    />
  );
}
