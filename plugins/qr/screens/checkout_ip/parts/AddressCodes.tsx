import {
  ExportButton,
  listWish,
  RelativeTime,
  ResourceList,
  useClient,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { CodeLink } from '../../../codes/parts/CodeLink.tsx';
import { OwnerLink } from '../../../codes/parts/OwnerLink.tsx';
import type { Visitor } from '../../visitor/calls.ts';
import { VisitorDevice } from '../../visitor/parts/cells.tsx';
import { addressCodesCall, addressExportCall, zAddressExport } from '../calls.ts';
import { addressVisit } from '../resource.ts';

/** The codes that an address has visited. */
export function AddressCodes({ ip }: { ip: string }) {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const [params] = useQuery();
  return (
    <ResourceList
      resource={addressVisit}
      exports="beside"
      title="qr.checkout_ip.codes"
      load={(query, signal) => client.call(addressCodesCall, addressCodesCall.body.parse(query), { signal })}
      extraFilters={{ ip }}
      form={false}
      owners={false}
      toolbar={
        may('qr.address:export') ? (
          <ExportButton
            call={addressExportCall}
            body={zAddressExport.parse({ ...listWish(addressVisit, params), ip })}
          />
        ) : null
      }
      columns={[
        { field: 'name', render: (row) => <CodeLink id={row.link} name={row.name} /> },
        { field: 'owner_account', width: 150, priority: 1, render: (row) => <OwnerLink of={row} /> },
        {
          field: 'device',
          width: 220,
          priority: 3,
          render: (row) => <VisitorDevice visitor={row as unknown as Visitor} isCut />,
        },
        {
          field: 'app',
          width: 120,
          priority: 4,
          render: (row) => words.first([`qr.visit.app.${row.app}`, row.app]),
        },
        { field: 'count', width: 100, align: 'right', priority: 1 },
        {
          field: 'first_time',
          width: 164,
          priority: 5,
          render: (row) => <RelativeTime value={row.first_time} />,
        },
        {
          field: 'last_time',
          width: 164,
          priority: 2,
          render: (row) => <RelativeTime value={row.last_time} />,
        },
      ]}
    />
  );
}
