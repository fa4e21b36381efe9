import { IconCheckCircle, IconPlayCircle } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import {
  Absent,
  Button,
  EmptyState,
  Page as Frame,
  notify,
  PendingState,
  RelativeTime,
  ResourceList,
  useAction,
  useCall,
  useFormat,
  usePermission,
  useResource,
  useTopic,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { PING_SECONDS, SERVERS_TOPIC } from '../../machines/values.ts';
import { addressOf } from './address.ts';
import { serverCheckCall, serverPingCall, serverSwitchCall } from './calls.ts';
import { ConfirmKey } from './parts/ConfirmKey.tsx';
import { SecretControl } from './parts/SecretControl.tsx';
import { ServerDetails } from './parts/ServerDetails.tsx';
import { SERVER_TONES } from './parts/tones.ts';
import { server } from './resource.ts';

type Row = RowOf<typeof server>;

const isUnconfirmed = ({ state }: Row): boolean => state === 'unconfirmed' || state === 'key_changed';

const CONTROLS = { machine_secret: SecretControl };
const SECTIONS = [
  { fields: ['name', 'host', 'port'] },
  { name: 'login', fields: ['account', 'method', 'secret'] },
  { name: 'more', fields: ['group', 'remarks'] },
];

/** Machines that scripts run on, or how they are switched on. */
export function Page() {
  const words = useWords();
  const { data, error, refetch } = useCall(serverSwitchCall, {});
  if (data?.is_on) return <Servers />;
  return (
    <Frame title={words('menu.server_list')}>
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={6} />
      ) : (
        <EmptyState title={words('system.server.off')} text={words('system.server.off.text')} />
      )}
    </Frame>
  );
}

/** The list; each look at a server shows at once, whoever had it. */
function Servers() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { reload } = useResource(server);
  const [confirming, setConfirming] = useState<Row>();
  const check = useCheck();
  useTopic(SERVERS_TOPIC, () => void reload());
  const figure = (value: number | null, unit: string) =>
    value === null ? <Absent /> : words(unit, { value: format.number(value) });
  return (
    <>
      <ResourceList
        resource={server}
        title="menu.server_list"
        tones={SERVER_TONES}
        form={{ controls: CONTROLS, sections: SECTIONS }}
        details={(row) => <ServerDetails row={row} />}
        detailsActions={(row) =>
          isUnconfirmed(row) && may('system.server:confirm') ? (
            <Button kind="primary" onClick={() => setConfirming(row)}>
              {words('system.server.confirm')}
            </Button>
          ) : null
        }
        refetchEvery={PING_SECONDS * 1000}
        toolbar={({ isEmpty }) => (may('system.server:check') && !isEmpty ? <PingButton /> : null)}
        columns={[
          { field: 'name', width: 180, priority: 0 },
          { field: 'state', width: 200 },
          {
            field: 'host',
            width: 210,
            priority: 2,
            render: (row) => <code>{addressOf(row)}</code>,
          },
          {
            field: 'latency',
            width: 110,
            align: 'right',
            priority: 3,
            render: ({ latency }) => figure(latency, 'system.server.milliseconds'),
          },
          { field: 'load', width: 90, align: 'right', priority: 6 },
          {
            field: 'disk_used',
            width: 100,
            align: 'right',
            priority: 5,
            render: ({ disk_used }) => (disk_used === null ? <Absent /> : format.percent(disk_used / 100)),
          },
          { field: 'group', width: 120, priority: 4 },
          {
            field: 'seen_time',
            width: 130,
            priority: 1,
            render: ({ seen_time }) => <RelativeTime value={seen_time} />,
          },
          { field: 'remarks', isHidden: true },
          { field: 'account', isHidden: true },
        ]}
        rowActions={[
          {
            name: 'confirm',
            label: 'system.server.confirm',
            icon: <IconCheckCircle />,
            permission: 'system.server:confirm',
            isVisible: isUnconfirmed,
            run: (row) => setConfirming(row),
          },
          {
            name: 'check',
            label: 'system.server.check',
            icon: <IconPlayCircle />,
            permission: 'system.server:check',
            isVisible: (row) => !isUnconfirmed(row),
            run: async (row, list) => {
              await check(row);
              list.reload();
            },
          },
        ]}
      />
      {confirming === undefined ? null : (
        <ConfirmKey
          row={confirming}
          onClose={() => setConfirming(undefined)}
          onConfirmed={() => {
            setConfirming(undefined);
            void reload();
          }}
        />
      )}
    </>
  );
}

/** Looks at all that were not looked at just now. */
function PingButton() {
  const words = useWords();
  const { reload } = useResource(server);
  const { run, isRunning } = useAction(serverPingCall);
  return (
    <Button
      isBusy={isRunning}
      onClick={() =>
        void run({ interval: PING_SECONDS })
          .then(reload)
          // It has been told by then.
          .catch(() => undefined)
      }
    >
      {words('system.server.ping')}
    </Button>
  );
}

/** Logs in on a server and says what came of it. */
function useCheck(): (row: Row) => Promise<void> {
  const words = useWords();
  const format = useFormat();
  const { run } = useAction(serverCheckCall);
  return async ({ id, name }) => {
    // A refusal has been told by then.
    const answer = await run({ id }).catch(() => undefined);
    if (answer === undefined) return;
    const { fault, milliseconds } = answer;
    if (fault === '')
      notify.success(words('system.server.check.done', { name, milliseconds: format.number(milliseconds) }));
    else
      notify.error(
        words('system.server.check.failed', { name, reason: words(`system.server.fault.${fault}`) }),
      );
  };
}
