import { Checkbox, Radio } from '@arco-design/web-react';
import type { PluginDetails, PluginOverview, PluginRelease } from '@waypost/contract/platform';
import {
  Button,
  CopyText,
  Drawer,
  ErrorState,
  Facts,
  notify,
  Skeleton,
  useAction,
  useCall,
  useFormat,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { pluginChoose, pluginDetails, pluginPreview, type ShownPreview } from '../calls.ts';
import { CapabilityList } from './CapabilityList.tsx';
import { useFailureLine } from './failure.tsx';
import { OlderData } from './OlderData.tsx';
import { signatureText } from './OverviewTab.tsx';
import { Part } from './Part.tsx';
import { hardBlockers, PreviewView } from './PreviewView.tsx';
import styles from './plugins.module.css';
import { isReceived } from './states.tsx';
import { POLL_MS, useReload } from './use-plugins.ts';

interface ConsentDrawerProps {
  id: string;
  name: string;
  release: string;
  onDone: () => void;
  onClose: () => void;
}

/** Shows what a release asks for and changes, asks where it may run, and chooses it. */
export function ConsentDrawer({ id, name, release, onDone, onClose }: ConsentDrawerProps) {
  const words = useWords();
  // One that somebody else has just brought is missing in what this page knows of before.
  const details = useCall(pluginDetails, { id }, { refetchInterval: POLL_MS });
  const preview = useCall(pluginPreview, { id, change: { kind: 'upgrade', release } });
  // What is known of a plugin that was removed meanwhile would ask for an upgrade of it.
  const plugin = details.isFetchedAfterMount && details.data?.id === id ? details.data : undefined;
  const wanted = plugin?.releases.find((one) => one.release === release);
  const error = details.error ?? preview.error;
  if (plugin && wanted && preview.data)
    return (
      <Consent
        key={`${id} ${release}`}
        name={name}
        plugin={plugin}
        release={wanted}
        preview={preview.data}
        onDone={onDone}
        onClose={onClose}
      />
    );
  return (
    <Drawer title={name} isOpen onClose={onClose} width={720}>
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([details.refetch(), preview.refetch()])} />
      ) : plugin && !wanted ? (
        <p>{words('system.plugins.consent.gone')}</p>
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  );
}

interface ConsentProps {
  name: string;
  plugin: PluginDetails;
  release: PluginRelease;
  preview: ShownPreview;
  onDone: () => void;
  onClose: () => void;
}

function Consent({ name, plugin, release, preview, onDone, onClose }: ConsentProps) {
  const words = useWords();
  const format = useFormat();
  const reload = useReload();
  const lineOf = useFailureLine();
  const { run, isRunning } = useAction(pluginChoose);
  // What is asked is what it was when it was asked: while it is done, the plugin is installed already.
  const [{ isFirst, kind }] = useState(() => askedOf(plugin, release));
  const mayBeTrusted = release.is_key_trusted;
  const [isTrusted, setTrusted] = useState(plugin.trust === 'trusted' && mayBeTrusted);
  const [isOn, setOn] = useState(isFirst || plugin.is_enabled);
  const isAsking = preview.capabilities.missing.length > 0;
  const isBlocked = hardBlockers(preview).some(({ code }) => isOn || code !== 'requirement');

  const apply = async () => {
    let chosen: PluginOverview;
    try {
      chosen = await run({
        id: plugin.id,
        release: release.release,
        granted: release.capabilities,
        trusted: isTrusted,
        enable: isOn,
      });
    } catch {
      // `useAction` has said why; the question stays open.
      return;
    }
    if (chosen.failure !== null) notify.error(lineOf(chosen.failure));
    else if (chosen.state === 'starting') notify.info(words('system.plugins.starts', { name }));
    else notify.success(words(`system.plugins.${kind}.done`, { name, version: release.version }));
    await reload();
    onDone();
  };

  return (
    <Drawer
      title={words(`system.plugins.${kind}.title`, { name, version: release.version })}
      isOpen
      onClose={onClose}
      width={720}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button kind="primary" isBusy={isRunning} isDisabled={isBlocked} onClick={() => void apply()}>
            {words(`system.plugins.${kind}.verb`)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Facts
          facts={[
            [
              words('system.plugins.fact.version'),
              preview.from === null ? release.version : `${preview.from} → ${release.version}`,
            ],
            [words('system.plugins.fact.size'), format.bytes(release.size)],
            [words('system.plugins.fact.signature'), signatureText(release, words)],
            [
              words('system.plugins.fact.sha256'),
              <CopyText key="sha" value={release.sha256} shown={`${release.sha256.slice(0, 16)}…`} />,
            ],
          ]}
        />
        <Part
          title={words('system.plugins.asks')}
          text={words(
            isFirst
              ? 'system.plugins.asks.text'
              : isAsking
                ? 'system.plugins.asks.again'
                : 'system.plugins.asks.known',
          )}
        >
          <CapabilityList
            capabilities={release.capabilities}
            missing={isFirst ? [] : preview.capabilities.missing}
            isUpgrade={!isFirst}
          />
        </Part>
        <Part title={words('system.plugins.where')}>
          <Radio.Group
            direction="vertical"
            aria-label={words('system.plugins.where')}
            className={styles.options ?? ''}
            value={isTrusted ? 'trusted' : 'outside'}
            onChange={(value: string) => setTrusted(value === 'trusted')}
          >
            {(['outside', 'trusted'] as const).map((trust) => (
              <Radio key={trust} value={trust} disabled={trust === 'trusted' && !mayBeTrusted}>
                <strong>{words(`system.plugins.trust.${trust}`)}</strong>
                <span className={styles.note}>
                  {trust === 'trusted' && !mayBeTrusted
                    ? words('system.plugins.trust.needs_key')
                    : words(`system.plugins.trust.${trust}.text`)}
                </span>
              </Radio>
            ))}
          </Radio.Group>
        </Part>
        {isFirst ? <KeptData preview={preview} /> : null}
        <OlderData plugin={plugin} release={release} preview={preview} />
        <Checkbox checked={isOn} onChange={setOn}>
          {words('system.plugins.switch_on')}
        </Checkbox>
        <PreviewView preview={preview} />
      </div>
    </Drawer>
  );
}

function askedOf(plugin: PluginDetails, { release }: PluginRelease) {
  const isFirst = isReceived(plugin);
  const kind = isFirst ? 'install' : release === plugin.release ? 'consent' : 'upgrade';
  return { isFirst, kind } as const;
}

/** What an earlier installation has left, and what becomes of it. */
function KeptData({ preview: { collections, has_settings } }: Pick<ConsentProps, 'preview'>) {
  const words = useWords();
  const format = useFormat();
  if (collections.length === 0 && !has_settings) return null;
  return (
    <Part title={words('system.plugins.kept')} text={words('system.plugins.kept.text')}>
      <ul className={styles.rows}>
        {collections.map(({ name, count }) => (
          <li key={name}>
            <code>{name}</code>
            <span className={styles.seq}>
              {words('system.plugins.documents', { count, figure: format.number(count) })}
            </span>
          </li>
        ))}
        {has_settings ? <li>{words('system.plugins.kept.settings')}</li> : null}
      </ul>
    </Part>
  );
}
