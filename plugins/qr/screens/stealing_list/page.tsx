import {
  dayRangeError,
  dayRangeFault,
  ExportButton,
  listWish,
  ResourceList,
  useClient,
  useFormat,
  usePermission,
  useQuery,
} from '@waypost/host-sdk';
import { EXPORT } from '../../statistics/calls.ts';
import { RangePicker } from '../../statistics/parts/RangePicker.tsx';
import { useStatisticsState } from '../../statistics/parts/use-statistics-state.ts';
import { CodeFilter } from '../visitor/parts/CodeFilter.tsx';
import { useVisitScope } from '../visitor/parts/use-visit-scope.ts';
import { foreignPageExportCall, foreignPagesCall, ownForeignPagesCall, zForeignPageExport } from './calls.ts';
import { usePageActions } from './parts/use-page-actions.tsx';
import { FOREIGN_PAGE_RANGE } from './range.ts';
import { foreignPage } from './resource.ts';

const NARROWED_BY = ['link', 'range', 'first', 'last'];

/** Through which foreign pages and frames visitors came, one line for each host. */
export function Page() {
  const client = useClient();
  const may = usePermission();
  const format = useFormat();
  const scope = useVisitScope();
  const [params] = useQuery();
  const state = useStatisticsState(FOREIGN_PAGE_RANGE);
  const actions = usePageActions();
  // What this list does not hold against anything is not asked for.
  const { compare: _, compare_first_day: _first, compare_last_day: _last, ...asked } = state.query;
  const hasFault = dayRangeFault(state.query, FOREIGN_PAGE_RANGE, undefined) !== undefined;
  return (
    <ResourceList
      resource={foreignPage}
      exports="beside"
      load={(query, signal) => {
        const call = scope.isOwn ? ownForeignPagesCall : foreignPagesCall;
        const body = call.body.parse({ ...query, ...asked, ...scope.wish });
        return client.call(call, body, { signal }).catch((error: Error) => {
          throw dayRangeError(error);
        });
      }}
      form={false}
      narrowedBy={NARROWED_BY}
      isHeld={hasFault}
      toolbar={
        <>
          <RangePicker
            screen={FOREIGN_PAGE_RANGE}
            state={state}
            today={undefined}
            shown={undefined}
            isCompared={false}
          />
          <CodeFilter scope={scope} />
          {may(EXPORT) ? (
            <ExportButton
              call={foreignPageExportCall}
              body={zForeignPageExport.parse({
                ...listWish(foreignPage, params),
                ...asked,
                ...scope.wish,
                own: scope.isOwn,
              })}
              isDisabled={hasFault}
            />
          ) : null}
        </>
      }
      rowActions={actions}
      columns={[
        { field: 'host' },
        { field: 'view_number', align: 'right', width: 120, priority: 1 },
        {
          field: 'share',
          align: 'right',
          width: 120,
          priority: 4,
          render: ({ share }) => format.percent(share),
        },
        { field: 'first_day', width: 160, priority: 5 },
        { field: 'last_day', width: 160, priority: 2 },
      ]}
    />
  );
}
