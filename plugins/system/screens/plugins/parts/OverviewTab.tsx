import type { PluginDetails } from '@waypost/contract/platform';
import {
  Button,
  CopyText,
  Facts,
  RelativeTime,
  Tag,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { INSTALL } from '../calls.ts';
import { CapabilityList } from './CapabilityList.tsx';
import type { DrawerState } from './drawer-state.ts';
import { FailureNotice } from './failure.tsx';
import { Part } from './Part.tsx';
import styles from './plugins.module.css';
import { SurfaceList, surfaceSize } from './SurfaceList.tsx';
import { isReceived, trustKey } from './states.tsx';
import { usePluginDescription } from './use-plugins.ts';

interface OverviewTabProps {
  plugin: PluginDetails;
  onOpen: (state: DrawerState) => void;
}

/** What a plugin is, what it may do and what it shows. */
export function OverviewTab({ plugin, onOpen }: OverviewTabProps) {
  const words = useWords();
  const description = usePluginDescription()(plugin);
  return (
    <div className={styles.stack}>
      {description === '' ? null : <p>{description}</p>}
      <FailureNotice plugin={plugin} />
      <Facts
        facts={[
          ['id', <CopyText key="id" value={plugin.id} />] as const,
          ['version', plugin.version ?? words('system.plugins.not_serving')] as const,
          ['source', words(`system.plugins.source.${plugin.source}`)] as const,
          ['engine', plugin.engine] as const,
          ...(plugin.requires.length === 0
            ? []
            : [
                [
                  'requires',
                  plugin.requires.map(({ id, range, version, is_met }) => (
                    <span key={id} className={styles.line}>
                      <code>{`${id} ${range}`}</code>
                      <Tag tone={is_met ? 'good' : 'bad'}>{version ?? words('system.plugins.absent')}</Tag>
                    </span>
                  )),
                ] as const,
              ]),
          ...(plugin.dependents.length === 0 ? [] : [['dependents', plugin.dependents.join(', ')] as const]),
        ].map(([key, value]) => [words(`system.plugins.fact.${key}`), value] as const)}
      />
      {isReceived(plugin) ? null : (
        <Part title={words(trustKey(plugin.trust))} text={words(`${trustKey(plugin.trust)}.text`)}>
          {null}
        </Part>
      )}
      <Part title={words('system.plugins.may')}>
        <CapabilityList
          capabilities={plugin.capabilities.map(({ name }) => name)}
          missing={plugin.capabilities.filter(({ is_granted }) => !is_granted).map(({ name }) => name)}
        />
      </Part>
      <Part title={words('system.plugins.shows')}>
        {surfaceSize(plugin.surface) === 0 ? (
          <p className={styles.note}>{words('system.plugins.shows_nothing')}</p>
        ) : (
          <SurfaceList surface={plugin.surface} />
        )}
      </Part>
      {plugin.source === 'registry' ? null : <Releases plugin={plugin} onOpen={onOpen} />}
    </div>
  );
}

function Releases({ plugin, onOpen }: OverviewTabProps) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  return (
    <Part title={words('system.plugins.releases')}>
      <ul className={styles.rows}>
        {plugin.releases.map((release) => (
          <li key={release.release}>
            <div>
              <strong>{release.version}</strong>{' '}
              <CopyText value={release.sha256} shown={release.sha256.slice(0, 12)} />
              <p className={styles.note}>
                {format.bytes(release.size)} · {signatureText(release, words)}
                {release.create_time === null ? null : (
                  <>
                    {' · '}
                    <RelativeTime value={release.create_time} />
                  </>
                )}
              </p>
            </div>
            {release.release === plugin.release ? (
              <Tag tone="good">{words('system.plugins.chosen')}</Tag>
            ) : may(INSTALL) ? (
              <Button
                size="small"
                onClick={() => onOpen({ kind: 'upgrade', id: plugin.id, release: release.release })}
              >
                {words('system.plugins.choose')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Who signed a release, in words. */
export function signatureText(
  { key, is_key_trusted }: { key: string | null; is_key_trusted: boolean },
  words: ReturnType<typeof useWords>,
): string {
  if (key === null) return words('system.plugins.signature.none');
  return words(is_key_trusted ? 'system.plugins.signature.trusted' : 'system.plugins.signature.unknown', {
    key,
  });
}
