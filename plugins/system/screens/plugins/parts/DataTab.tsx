import type { PluginDetails } from '@waypost/contract/platform';
import {
  Button,
  confirmDanger,
  RelativeTime,
  useClient,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { INSTALL, pluginChoose } from '../calls.ts';
import { ArchiveList } from './ArchiveList.tsx';
import { Part } from './Part.tsx';
import styles from './plugins.module.css';
import { useReload } from './use-plugins.ts';

/** What a plugin keeps: collections, the backup from before an upgrade, exports of earlier removals. */
export function DataTab({ plugin }: { plugin: PluginDetails }) {
  const words = useWords();
  const format = useFormat();
  return (
    <div className={styles.stack}>
      <Part title={words('system.plugins.collections')}>
        {plugin.collections.length === 0 ? (
          <p className={styles.note}>{words('system.plugins.collections.none')}</p>
        ) : (
          <ul className={styles.rows}>
            {plugin.collections.map(({ name, count }) => (
              <li key={name}>
                <code>{name}</code>
                <span className={styles.seq}>
                  {words('system.plugins.documents', { count, figure: format.number(count) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      {plugin.backup ? <Backup plugin={plugin} backup={plugin.backup} /> : null}
      <Part title={words('system.plugins.archives')} text={words('system.plugins.archives.text')}>
        <ArchiveList plugin={plugin.id} />
      </Part>
    </div>
  );
}

function Backup({ plugin, backup }: { plugin: PluginDetails; backup: NonNullable<PluginDetails['backup']> }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const client = useClient();
  const reload = useReload();
  const before = plugin.releases.find(({ release }) => release === backup.release);
  const count = backup.collections.reduce((sum, collection) => sum + collection.count, 0);
  const restore = () =>
    confirmDanger({
      title: words('system.plugins.backup.restore_title', { release: backup.release }),
      text: words('system.plugins.backup.restore_text'),
      verb: words('system.plugins.backup.restore'),
      run: async () => {
        await client.call(pluginChoose, {
          id: plugin.id,
          release: backup.release,
          granted: before?.capabilities ?? [],
          trusted: plugin.trust === 'trusted' && before?.is_key_trusted === true,
          restore_data: true,
        });
        await reload();
      },
    });
  return (
    <Part
      title={words('system.plugins.backup')}
      text={
        backup.release === ''
          ? words('system.plugins.backup.kept', { to: backup.next_release })
          : words('system.plugins.backup.text', { from: backup.release, to: backup.next_release })
      }
    >
      <ul className={styles.rows}>
        <li>
          <span>
            {words('system.plugins.documents', { count, figure: format.number(count) })} ·{' '}
            <RelativeTime value={backup.create_time} />
          </span>
          {may(INSTALL) && before ? (
            <Button size="small" onClick={() => void restore()}>
              {words('system.plugins.backup.restore')}
            </Button>
          ) : null}
        </li>
      </ul>
      {may(INSTALL) && (before || backup.release === '') ? null : (
        <p className={styles.note}>
          {before
            ? words('system.plugins.backup.needs_right')
            : words('system.plugins.backup.release_gone', { release: backup.release })}
        </p>
      )}
    </Part>
  );
}
