import { IconClose, IconDownload, IconPlayArrow, IconRefresh } from '@arco-design/web-react/icon';
import { OPERATIONS_TOPIC, type Operation, OperationStatus } from '@waypost/contract';
import {
  notify,
  OperationProgress,
  RelativeTime,
  ResourceList,
  useDownload,
  useFormat,
  usePermission,
  useResource,
  useTopic,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { operation } from './resource.ts';

/** Milliseconds between two looks while the channel brings nothing. */
const POLL_MS = 3_000;

/** Exports and other long work: how far it is, its results, what went wrong. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { act, reload } = useResource(operation);
  const download = useDownload();
  const track = useTrackOperation();
  useTopic(OPERATIONS_TOPIC, () => void reload());
  const startAgain = async (operation: string): Promise<void> => {
    const { id } = (await act('retry', operation)) as { id: string };
    track(id);
    notify.info(words('operation.started'));
  };
  const seesAll = may('system.operation:read_all');
  return (
    <ResourceList
      resource={operation}
      owners="everyone"
      form={false}
      hide={['cancel', 'retry']}
      // What goes on is cancelled first; the server refuses the rest.
      isFixed={({ status }) => status === OperationStatus.inProgress}
      refetchEvery={POLL_MS}
      filters={['status']}
      columns={[
        { field: 'name', width: 220 },
        'type',
        ...(seesAll ? (['account'] as const) : []),
        { field: 'status', width: 340, render: (row) => <OperationProgress operation={row as Operation} /> },
        {
          field: 'file_size',
          align: 'right',
          width: 110,
          render: (row) => (row.file_size === null ? '' : format.bytes(row.file_size)),
        },
        { field: 'create_time', priority: 2, render: (row) => <RelativeTime value={row.create_time} /> },
        {
          field: 'end_time',
          isHidden: false,
          priority: 6,
          render: (row) => (row.end_time === null ? '' : <RelativeTime value={row.end_time} />),
        },
        { field: 'start_time', isHidden: true },
        {
          field: 'expires_at',
          render: (row) =>
            (row.file_name === null && row.kept_size === null) || row.expires_at === null ? (
              ''
            ) : (
              <span title={format.dateTime(row.expires_at)}>{format.relative(row.expires_at)}</span>
            ),
        },
      ]}
      rowActions={[
        {
          name: 'download',
          label: 'operation.download',
          icon: <IconDownload />,
          isVisible: (row) => row.file_name !== null,
          run: (row) => download(row.id),
        },
        {
          name: 'cancel',
          label: 'operation.cancel',
          icon: <IconClose />,
          permission: 'system.operation:cancel',
          isVisible: (row) => row.status === OperationStatus.inProgress,
          run: (row) => act('cancel', row.id),
        },
        {
          name: 'resume',
          label: 'system.operation.resume',
          icon: <IconPlayArrow />,
          permission: 'system.operation:retry',
          isVisible: (row) => row.status === OperationStatus.abnormal && row.kept_size !== null,
          run: (row) => startAgain(row.id),
        },
        {
          name: 'retry',
          label: 'system.operation.action.retry',
          icon: <IconRefresh />,
          permission: 'system.operation:retry',
          isVisible: (row) => row.status === OperationStatus.abnormal && row.kept_size === null,
          run: (row) => startAgain(row.id),
        },
      ]}
    />
  );
}
