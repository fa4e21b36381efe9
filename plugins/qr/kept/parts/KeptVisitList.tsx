import {
  Button,
  ExportButton,
  listWish,
  RelativeTime,
  ResourceList,
  Tag,
  useCall,
  useClient,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../codes/code-row.ts';
import { AddressCell, VisitorDevice } from '../../screens/visitor/parts/cells.tsx';
import { VisitorPlace } from '../../screens/visitor/parts/VisitorPlace.tsx';
import { type Clearing, exportAccessRecordsCall, keptTargetsCall, keptVisitsCall } from '../calls.ts';
import { keptVisitResource } from '../resource.ts';
import { Bin } from './Bin.tsx';
import { KeptVisitDetails } from './KeptVisitDetails.tsx';
import { TargetFilter } from './TargetFilter.tsx';
import { keptTargetName } from './target-name.ts';
import { useKeptVerbs } from './use-kept-verbs.tsx';

const NARROWED_BY = ['target'];

/** The visits that are kept of a code, one line each, with what can be done with them. */
export function KeptVisitList({ code, clearings }: { code: CodeRow; clearings: readonly Clearing[] }) {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const [params] = useQuery();
  const { clearAll, row, batch } = useKeptVerbs(code);
  const { data } = useCall(keptTargetsCall, { id: code.id });
  const targets = data?.targets ?? [];
  const asked = (query: object) => ({ ...query, id: code.id, target: chosenTarget(params) });
  return (
    <ResourceList
      resource={keptVisitResource}
      exports="beside"
      load={(query, signal) =>
        client.call(keptVisitsCall, keptVisitsCall.body.parse(asked(query)), { signal })
      }
      owners={false}
      form={false}
      narrowedBy={NARROWED_BY}
      filters={['time', 'ip', 'kind', 'app', 'device', 'system', 'location']}
      toolbar={({ isEmpty }) => (
        <>
          {targets.length > 1 ? <TargetFilter targets={targets} /> : null}
          {clearings.length > 0 ? <Bin code={code} clearings={clearings} /> : null}
          {may('qr.visit:clear') && !isEmpty ? (
            <Button onClick={() => void clearAll()}>{words('qr.kept_visit.clear_all')}</Button>
          ) : null}
          {may('qr.visit:export') && !isEmpty ? (
            <ExportButton
              call={exportAccessRecordsCall}
              body={exportAccessRecordsCall.body.parse(asked(listWish(keptVisitResource, params)))}
            />
          ) : null}
        </>
      )}
      details={(visit) => <KeptVisitDetails visit={visit} targets={targets} />}
      rowActions={row}
      batchActions={batch}
      columns={[
        { field: 'time', width: 150, render: (visit) => <RelativeTime value={visit.time} /> },
        {
          field: 'ip',
          priority: 0,
          render: (visit) => (
            <>
              <AddressCell ip={visit.ip} />{' '}
              {visit.is_crawler ? <Tag>{words('qr.kept_visit.is_crawler')}</Tag> : null}
            </>
          ),
        },
        { field: 'location', priority: 2, render: (visit) => <VisitorPlace visitor={visit} /> },
        { field: 'device', priority: 3, render: (visit) => <VisitorDevice visitor={visit} /> },
        {
          field: 'app',
          priority: 4,
          render: (visit) => words.first([`qr.visit.app.${visit.app}`, visit.app]),
        },
        {
          field: 'target',
          priority: 5,
          isHidden: targets.length < 2,
          render: (visit) => keptTargetName(targets, visit.target, words),
        },
        { field: 'referrer', isHidden: true },
        { field: 'browser', isHidden: true },
        { field: 'isp', isHidden: true },
        { field: 'user_agent', isHidden: true },
      ]}
    />
  );
}

function chosenTarget(params: URLSearchParams): number | undefined {
  const text = params.get('target');
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
