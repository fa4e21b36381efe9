import { Alert } from '@arco-design/web-react';
import { IconSwap } from '@arco-design/web-react/icon';
import { accountReference, type RowOf } from '@waypost/contract';
import {
  Absent,
  Button,
  listWish,
  ReferenceLink,
  RelativeTime,
  ResourceList,
  useClient,
  useOwnerScope,
  usePermission,
  useQuery,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { type HomelessRow, type HomelessWish, homelessCall, ownHomelessCall } from '../calls.ts';
import { homelessResource } from '../resource.ts';
import { CodeCell, DomainCell, ReasonCell } from './cells.tsx';
import styles from './homeless.module.css';
import { MoveDrawer } from './MoveDrawer.tsx';

/** Milliseconds between looks at what has changed meanwhile. */
const LOOK_EVERY = 20_000;
const MOVE = 'domain.homeless:move';
/** Rows as the list knows them: all that a row of the call has is in them. */
type Listed = RowOf<typeof homelessResource>;
const rowOf = (row: Listed) => row as unknown as HomelessRow;

/** The codes with their domains and what stands against them; one, some, or all that are found are moved at once. */
export function HomelessList({ isForEveryone, isCounting }: { isForEveryone: boolean; isCounting: boolean }) {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const [params] = useQuery();
  const reload = useReloadArea(homelessResource.area);
  const [wish, setWish] = useState<HomelessWish>();
  const [found, setFound] = useState(0);
  const { owner } = useOwnerScope({
    permission: isForEveryone ? 'domain.homeless:read_all' : undefined,
    opensWith: 'everyone',
    isForEveryone: true,
  });
  const whose = isForEveryone && owner !== undefined ? { owner } : {};
  const filterOf = (): HomelessWish => {
    const { sort_field: _, sort_order: __, ...filter } = listWish(homelessResource, params);
    return { filter: { ...filter, ...whose } };
  };
  const isNarrowed = Object.keys(filterOf().filter ?? {}).length > 0;
  const someOf = (rows: readonly Listed[]): HomelessWish => ({
    rows: rows.map(rowOf).map(({ code, host }) => ({ id: code, host })),
  });
  const move = { label: 'domain.homeless.move.some', permission: MOVE };
  return (
    <>
      {isCounting ? (
        <div className={styles.counting}>
          <Alert type="info" content={words('domain.homeless.counting')} />
        </div>
      ) : null}
      <ResourceList
        resource={homelessResource}
        title={`menu.${isForEveryone ? 'no_domain_name' : 'nodomain'}`}
        load={async (query, signal) => {
          const call = isForEveryone ? homelessCall : ownHomelessCall;
          const page = await client.call(call, call.body.parse({ ...query, ...whose }), { signal });
          setFound(page.count);
          // Of two calls the answers are of one shape, which the list's own type of a page does not know.
          return page as never;
        }}
        form={false}
        refetchEvery={LOOK_EVERY}
        exports={{ call: isForEveryone ? homelessCall : ownHomelessCall, body: whose }}
        tones={{ print: { same: 'neutral', keeps: 'warning', stops: 'bad' } }}
        filters={['reason', 'type']}
        toolbar={
          found === 0 || !may(MOVE) ? null : (
            <Button onClick={() => setWish(filterOf())}>
              {words(`domain.homeless.move.${isNarrowed ? 'all_found' : 'all'}`)}
            </Button>
          )
        }
        rowActions={[{ ...move, name: 'move', icon: <IconSwap />, run: (row) => setWish(someOf([row])) }]}
        batchActions={[
          {
            ...move,
            name: 'move',
            run: (rows, list) => {
              setWish(someOf(rows));
              list.clearSelection();
            },
          },
        ]}
        columns={[
          { field: 'name', render: (row) => <CodeCell row={rowOf(row)} /> },
          {
            field: 'owner_account',
            width: 140,
            priority: 1,
            isHidden: !isForEveryone,
            render: (row) => <Owner row={rowOf(row)} />,
          },
          { field: 'domain', width: 220, priority: 0, render: (row) => <DomainCell row={rowOf(row)} /> },
          { field: 'reason', width: 300, priority: 0, render: (row) => <ReasonCell row={rowOf(row)} /> },
          { field: 'since', width: 130, priority: 2, render: ({ since }) => <RelativeTime value={since} /> },
          { field: 'print', width: 200, priority: 3 },
          {
            field: 'type',
            width: 130,
            priority: 4,
            render: ({ type }) => (type === null ? <Absent /> : words(`domain.homeless.type.${type}`)),
          },
          { field: 'short_url', isHidden: true },
          { field: 'host', isHidden: true },
        ]}
      />
      {wish === undefined ? null : (
        <MoveDrawer
          wish={wish}
          isOwn={!isForEveryone}
          onClose={() => setWish(undefined)}
          onMoved={() => void reload()}
        />
      )}
    </>
  );
}

function Owner({ row: { owner, owner_account: account } }: { row: HomelessRow }) {
  return account === '' ? (
    <Absent />
  ) : (
    <ReferenceLink reference={accountReference} id={owner} title={account} />
  );
}
