import {
  Absent,
  dayRangeError,
  dayRangeFault,
  ExportButton,
  listWish,
  ResourceList,
  Page as Screen,
  useCall,
  useClient,
  useFormat,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { OwnerLink } from '../../codes/parts/OwnerLink.tsx';
import { RangePicker } from '../../statistics/parts/RangePicker.tsx';
import { useStatisticsState } from '../../statistics/parts/use-statistics-state.ts';
import {
  EXPORT_SUMMARY,
  visitSummaryCall,
  visitSummaryExportCall,
  visitSummaryTotalsCall,
  zVisitSummaryExport,
} from './calls.ts';
import { GroupSwitch } from './parts/GroupSwitch.tsx';
import { Totals } from './parts/Totals.tsx';
import { SUMMARY_RANGE } from './range.ts';
import { visitSummary } from './resource.ts';

const NARROWED_BY = ['range', 'first', 'last'];

/** What each customer's codes, or each domain's, came to on each day. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const client = useClient();
  const may = usePermission();
  const [params] = useQuery();
  const state = useStatisticsState(SUMMARY_RANGE);
  const by = params.get('by') === 'domain' ? 'domain' : 'customer';
  const { range, first_day, last_day } = state.query;
  const asked = { by, range, first_day, last_day } as const;
  const wish = listWish(visitSummary, params);
  const totals = useCall(
    visitSummaryTotalsCall,
    visitSummaryTotalsCall.body.parse({ ...asked, search: wish.search }),
    {
      // What day it is only the answer tells; a day that no calendar has is known without it.
      enabled: dayRangeFault(state.query, SUMMARY_RANGE, undefined) === undefined,
    },
  );
  const today = totals.data?.today;
  const hasFault = dayRangeFault(state.query, SUMMARY_RANGE, today) !== undefined;
  return (
    <Screen
      title={words('menu.visit_summary')}
      actions={
        <>
          <GroupSwitch by={by} />
          <RangePicker
            screen={SUMMARY_RANGE}
            state={state}
            today={today}
            shown={totals.data}
            isCompared={false}
          />
          {may(EXPORT_SUMMARY) ? (
            <ExportButton
              call={visitSummaryExportCall}
              body={zVisitSummaryExport.parse({ ...wish, ...asked })}
              isDisabled={hasFault}
            />
          ) : null}
        </>
      }
    >
      {hasFault ? null : <Totals totals={totals.data} error={totals.error} />}
      <ResourceList
        key={by}
        resource={visitSummary}
        exports="beside"
        title={`qr.visit_summary.by.${by}`}
        load={(query, signal) => {
          const body = visitSummaryCall.body.parse({ ...query, ...asked });
          return client.call(visitSummaryCall, body, { signal }).catch((error: Error) => {
            throw dayRangeError(error);
          });
        }}
        form={false}
        owners={false}
        narrowedBy={NARROWED_BY}
        isHeld={hasFault}
        columns={[
          {
            field: 'name',
            render: (row) =>
              by === 'domain' ? row.name : <OwnerLink of={{ ...row, owner_account: row.name }} />,
          },
          { field: 'day', width: 190, render: ({ day }) => format.day(day) },
          { field: 'view_number', width: 110, align: 'right' },
          {
            field: 'ip_view_number',
            width: 120,
            align: 'right',
            priority: 1,
            isHidden: by === 'domain',
            render: ({ ip_view_number }) =>
              ip_view_number === null ? <Absent /> : format.number(ip_view_number),
          },
          { field: 'new_visitor_number', width: 130, align: 'right', priority: 2 },
          { field: 'bot_view_number', width: 110, align: 'right', priority: 3 },
          { field: 'expired_view_number', width: 110, align: 'right', priority: 4 },
        ]}
      />
    </Screen>
  );
}
