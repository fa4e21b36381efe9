import {
  Button,
  Can,
  type DetailSlotProps,
  defineTab,
  ResourceList,
  useAction,
  useCall,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { StatusTag } from '../parts/StatusTag.tsx';
import styles from '../parts/shield.module.css';
import { checkDomainCall, statusesCall } from '../screens/wx_shield_detection/calls.ts';
import { checkResource } from '../screens/wx_shield_detection/resource.ts';
import { STATUS_TONES } from '../status/values.ts';

const TONES = { status: STATUS_TONES };

/** How a domain stands in WeChat, and every check of it. */
function WechatHistory({ row }: DetailSlotProps) {
  const words = useWords();
  const track = useTrackOperation();
  const { data } = useCall(statusesCall, { domains: [row.id] });
  const { run, isRunning } = useAction(checkDomainCall);
  const check = async () => {
    const started = await run({ id: row.id }).catch(() => undefined);
    if (started !== undefined) track(started.id);
  };
  return (
    <div className={styles.stack}>
      <div className={styles.line}>
        <StatusTag status={data?.[row.id]?.status} />
        <Can permission="wechat-shield.check:create">
          <Button isBusy={isRunning} onClick={() => void check()}>
            {words('wechat-shield.many.domain')}
          </Button>
        </Can>
      </div>
      <ResourceList
        resource={checkResource}
        title="wechat-shield.check.title"
        extraFilters={{ host: String(row.name) }}
        form={false}
        tones={TONES}
        filters={['status', 'time']}
        rowTo={({ id }) => `wx_shield_detection?id=${id}`}
        columns={[
          { field: 'time' },
          { field: 'status', width: 160 },
          { field: 'providers', width: 240, priority: 1 },
          { field: 'reason', width: 140, priority: 2 },
        ]}
      />
    </div>
  );
}

export const contribution = defineTab({ title: 'wechat-shield.tab.title', Component: WechatHistory });
