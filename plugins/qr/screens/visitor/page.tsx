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
import { OwnerLink } from '../../codes/parts/OwnerLink.tsx';
import { useEraseVisitor } from '../../kept/parts/use-erase.ts';
import { ownVisitorsCall, type Visitor, visitorExportCall, visitorsCall, zVisitorExport } from './calls.ts';
import { CodeFilter } from './parts/CodeFilter.tsx';
import { AddressCell, CodeCell, VisitorDevice } from './parts/cells.tsx';
import { useBlockVisitor } from './parts/use-block.ts';
import { useVisitScope } from './parts/use-visit-scope.ts';
import { VisitorDetails } from './parts/VisitorDetails.tsx';
import { VisitorPlace } from './parts/VisitorPlace.tsx';
import { visitResource } from './resource.ts';

const NARROWED_BY = ['link'];

/** Who visited which code, one line for each address and code. */
export function Page() {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const scope = useVisitScope();
  const [params] = useQuery();
  const link = params.get('link') ?? undefined;
  const erase = useEraseVisitor(scope);
  const block = useBlockVisitor();
  return (
    <ResourceList
      resource={visitResource}
      exports="beside"
      load={(query, signal) => {
        const call = scope.isOwn ? ownVisitorsCall : visitorsCall;
        return client.call(call, call.body.parse({ ...query, ...scope.wish, link }), { signal });
      }}
      form={false}
      narrowedBy={NARROWED_BY}
      toolbar={
        <>
          <CodeFilter scope={scope} />
          {may('qr.visit:export') ? (
            <ExportButton
              call={visitorExportCall}
              body={zVisitorExport.parse({
                ...listWish(visitResource, params),
                ...scope.wish,
                own: scope.isOwn,
                link,
              })}
            />
          ) : null}
        </>
      }
      filters={['app', 'last_time']}
      details={(row) => <VisitorDetails visitor={row} />}
      rowActions={[...block, ...erase]}
      columns={[
        { field: 'ip', width: 160, render: (row) => <AddressCell ip={row.ip} /> },
        { field: 'name', priority: 1, render: (row) => <CodeCell id={row.link} name={row.name} /> },
        ...(scope.isOwn
          ? []
          : [
              {
                field: 'owner_account',
                width: 120,
                priority: 1,
                render: (row: Visitor) => <OwnerLink of={row} />,
              },
            ]),
        { field: 'location', isGrowing: true, render: (row) => <VisitorPlace visitor={row} /> },
        {
          field: 'device',
          priority: 5,
          isGrowing: true,
          render: (row) => <VisitorDevice visitor={row} isCut />,
        },
        { field: 'app', priority: 4, render: (row) => words.first([`qr.visit.app.${row.app}`, row.app]) },
        { field: 'count', align: 'right', width: 80, priority: 2 },
        { field: 'last_time', priority: 2, render: (row) => <RelativeTime value={row.last_time} /> },
        { field: 'first_time', render: (row) => <RelativeTime value={row.first_time} />, isHidden: true },
        { field: 'isp', isHidden: true },
        { field: 'system', isHidden: true },
        { field: 'browser', isHidden: true },
        { field: 'referrer', isHidden: true },
        { field: 'user_agent', isHidden: true },
      ]}
    />
  );
}
