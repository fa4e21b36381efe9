import { IconDelete, IconDownload } from '@arco-design/web-react/icon';
import {
  confirmDanger,
  downloadFile,
  EmptyState,
  IconButton,
  notify,
  PendingState,
  RelativeTime,
  useCall,
  useClient,
  useErrorText,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { archiveDownload, archiveRemove, archivesInquire, DELETE } from '../calls.ts';
import styles from './plugins.module.css';
import { useReload } from './use-plugins.ts';

/** Exports that removals made; with `plugin` only its own. */
export function ArchiveList({ plugin }: { plugin?: string }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const client = useClient();
  const errorText = useErrorText();
  const reload = useReload();
  const mayRead = may(DELETE);
  const { data, error, refetch } = useCall(archivesInquire, {}, { enabled: mayRead });
  if (!mayRead) return <p className={styles.note}>{words('system.plugins.archives.forbidden')}</p>;
  if (!data) return <PendingState error={error} onRetry={refetch} lines={2} />;
  const archives = data.content.filter((one) => plugin === undefined || one.plugin === plugin);
  if (archives.length === 0)
    return plugin === undefined ? (
      <EmptyState
        title={words('system.plugins.archives.none')}
        text={words('system.plugins.archives.none_text')}
      />
    ) : (
      <p className={styles.note}>{words('system.plugins.archives.none')}</p>
    );
  const download = async (id: string) => {
    try {
      const { name, blob } = await client.download(archiveDownload, { id });
      downloadFile(name, blob);
    } catch (fault) {
      notify.error(errorText(fault));
    }
  };
  const remove = (id: string, name: string) =>
    confirmDanger({
      title: words('system.plugins.archives.remove_title', { name }),
      text: words('system.plugins.archives.remove_text'),
      verb: words('action.delete'),
      run: async () => {
        await client.call(archiveRemove, { id });
        await reload();
      },
    });
  return (
    <ul className={styles.rows}>
      {archives.map((archive) => (
        <li key={archive.id}>
          <div>
            <strong>{archive.plugin}</strong>{' '}
            {archive.release === null ? null : <code>{archive.release}</code>}
            <p className={styles.note}>
              {archive.collections.map(({ name, count }) => `${name} (${format.number(count)})`).join(', ')} ·{' '}
              {format.bytes(archive.size)} · <RelativeTime value={archive.create_time} />
            </p>
          </div>
          <span className={styles.line}>
            <IconButton
              label={words('system.plugins.archives.download', { name: archive.plugin })}
              icon={<IconDownload />}
              onClick={() => void download(archive.id)}
            />
            <IconButton
              label={words('system.plugins.archives.remove', { name: archive.plugin })}
              icon={<IconDelete />}
              onClick={() => void remove(archive.id, archive.plugin)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
