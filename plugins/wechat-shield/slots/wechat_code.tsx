import {
  Button,
  Can,
  type DetailSlotProps,
  defineTab,
  EmptyState,
  Facts,
  Panel,
  RelativeTime,
  useAction,
  useCall,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { StatusTag } from '../parts/StatusTag.tsx';
import styles from '../parts/shield.module.css';
import { checkManyCall, hostStatusesCall } from '../screens/wx_shield_detection/calls.ts';

const HOST_FIELDS = ['domain', 'short_domain', 'entry_domain', 'landing_domain'] as const;

/** How the hosts that a code leads by, or was printed with, stand in WeChat. */
function WechatCode({ row }: DetailSlotProps) {
  const words = useWords();
  const track = useTrackOperation();
  const printed = Array.isArray(row.printed_domains) ? row.printed_domains.map(String) : [];
  const hosts = [...new Set([...HOST_FIELDS.map((name) => String(row[name] ?? '')), ...printed])].filter(
    (host) => host !== '',
  );
  const { data } = useCall(hostStatusesCall, { hosts });
  const { run, isRunning } = useAction(checkManyCall);
  const check = async () => {
    const started = await run({ addresses: [String(row.short_url)] }).catch(() => undefined);
    if (started !== undefined) track(started.id);
  };
  const verb = (
    <Can permission="wechat-shield.check:create">
      <Button isBusy={isRunning} onClick={() => void check()}>
        {words('wechat-shield.code.verb')}
      </Button>
    </Can>
  );
  return (
    <div className={styles.stack}>
      <Panel title={words('wechat-shield.code.title')} text={words('wechat-shield.code.text')}>
        {data?.length === 0 ? (
          <EmptyState
            title={words('wechat-shield.code.none')}
            text={words('wechat-shield.code.none.text')}
            action={verb}
          />
        ) : (
          <>
            <Facts
              facts={(data ?? []).map(({ host, shown, status, checked_time }) => [
                shown,
                <span key={host}>
                  <StatusTag status={checked_time === null ? undefined : status} />{' '}
                  {checked_time === null ? null : <RelativeTime value={checked_time} />}
                </span>,
              ])}
            />
            {verb}
          </>
        )}
      </Panel>
    </div>
  );
}

export const contribution = defineTab({ title: 'wechat-shield.tab.title', Component: WechatCode });
