import { zId } from '@waypost/contract';
import {
  confirm,
  EmptyState,
  Page as Frame,
  notify,
  PendingState,
  ScreenLink,
  useAction,
  useCall,
  usePermission,
  useQuery,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { type CodeVersion, rollBackCall, versionsCall } from './calls.ts';
import { Comparison } from './parts/Comparison.tsx';
import { VersionList } from './parts/VersionList.tsx';
import styles from './parts/version.module.css';

/** Versions of where a code leads and by which rules: `code_version?id=…&number=…`. */
export function Page() {
  const words = useWords();
  const [params] = useQuery();
  const id = params.get('id') ?? '';
  if (zId.safeParse(id).success) return <Versions key={id} id={id} />;
  return (
    <Frame title={words('menu.code_version')}>
      <EmptyState
        title={words('qr.version.which')}
        text={words('qr.version.which.text')}
        action={<ScreenLink to="qr_code_list">{words('menu.qr_code_list')}</ScreenLink>}
      />
    </Frame>
  );
}

function Versions({ id }: { id: string }) {
  const words = useWords();
  const may = usePermission();
  const [params, setQuery] = useQuery();
  const { data, error, refetch } = useCall(versionsCall, { id });
  const reloadCodes = useReloadArea('qr_code_list');
  const back = useAction(rollBackCall);
  const versions = data?.versions ?? [];
  const [now] = versions;
  const shown = versions.find(({ number }) => String(number) === params.get('number')) ?? versions[1] ?? now;
  const roll = async ({ number }: CodeVersion): Promise<void> => {
    const isAgreed = await confirm({
      title: words('qr.version.back.title'),
      text: words('qr.version.back.text'),
      verb: words('qr.version.back'),
      isDangerous: false,
    });
    if (!isAgreed || data === undefined) return;
    // A failure has been told by then.
    const changed = await back.run({ id, number, version: data.version }).catch(() => undefined);
    if (changed !== undefined) {
      notify.success(words('qr.version.back.done'));
      setQuery({ number: undefined });
      await reloadCodes();
    }
    await refetch();
  };
  return (
    <Frame
      title={data === undefined ? words('menu.code_version') : words('qr.version.title', { name: data.name })}
      text={words('qr.version.text')}
      facts={<ScreenLink to={`set_qr_code?id=${id}&tab=history`}>{words('qr.version.to_code')}</ScreenLink>}
    >
      {data === undefined || now === undefined || shown === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={6} height={24} />
      ) : (
        <div className={styles.panels}>
          <VersionList
            versions={versions}
            shown={shown}
            onShow={({ number }) => setQuery({ number: String(number) })}
          />
          <Comparison
            version={shown}
            now={now}
            isBusy={back.isRunning}
            {...(may('qr.code:update') ? { onBack: () => void roll(shown) } : {})}
          />
        </div>
      )}
    </Frame>
  );
}
