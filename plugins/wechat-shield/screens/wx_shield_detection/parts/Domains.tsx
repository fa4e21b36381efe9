import { IconRefresh } from '@arco-design/web-react/icon';
import type { RowOf } from '@waypost/contract';
import { Absent, notify, RelativeTime, ResourceList, useClient, useWords } from '@waypost/host-sdk';
import { hostResource } from '../../../hosts/resource.ts';
import { StatusTag } from '../../../parts/StatusTag.tsx';
import styles from '../../../parts/shield.module.css';
import { STATUS_TONES } from '../../../status/values.ts';
import { checkHostCall } from '../calls.ts';

type HostRow = RowOf<typeof hostResource>;
const TONES = { status: STATUS_TONES };
/** Milliseconds between looks at what was found meanwhile. */
const LOOK_EVERY = 20_000;

/** How domains stand in WeChat. */
export function Domains() {
  const words = useWords();
  const client = useClient();
  return (
    <ResourceList
      resource={hostResource}
      title="wechat-shield.host.title"
      owners="preset"
      form={false}
      tones={TONES}
      filters={['status', 'type', 'is_platform']}
      refetchEvery={LOOK_EVERY}
      columns={[
        { field: 'shown' },
        { field: 'status', width: 220, render: Status },
        { field: 'since', width: 160, priority: 2 },
        { field: 'checked_time', width: 160, priority: 1 },
        {
          field: 'next_check_time',
          isHidden: true,
          render: ({ next_check_time: next }) =>
            next === null ? <Absent /> : <RelativeTime value={next} mayLieAhead />,
        },
        { field: 'type', isHidden: true },
        { field: 'is_platform', isHidden: true },
        { field: 'name', isHidden: true },
      ]}
      rowActions={[
        {
          name: 'check',
          label: 'wechat-shield.now.verb',
          icon: <IconRefresh />,
          permission: 'wechat-shield.check:create',
          run: async ({ id, shown: name }, list) => {
            const { status } = await client.call(checkHostCall, { id });
            const said = words(`wechat-shield.now.result.${status}`, { name });
            if (status === 1) notify.success(said);
            else notify.error(said);
            list.reload();
          },
        },
      ]}
    />
  );
}

/** What is believed, and what the last check said otherwise. */
function Status({ status, last_status, checked_time }: HostRow) {
  const words = useWords();
  if (checked_time === null) return <StatusTag status={undefined} />;
  return (
    <>
      <StatusTag status={status} />
      {last_status === status ? null : (
        <p className={styles.quiet}>
          {words('wechat-shield.host.doubted', { status: words(`wechat-shield.status.${last_status}`) })}
        </p>
      )}
    </>
  );
}
