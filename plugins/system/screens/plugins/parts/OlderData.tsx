import type { PluginDetails, PluginPreview, PluginRelease } from '@waypost/contract/platform';
import { joinSentences, ScreenLink, useWords } from '@waypost/host-sdk';
import { Part } from './Part.tsx';
import styles from './plugins.module.css';

/** What becomes of a plugin's data when an older release takes over, and where those from before are; nothing else has this question. */
export function OlderData({
  plugin,
  release,
  preview,
}: {
  plugin: PluginDetails;
  release: PluginRelease;
  preview: PluginPreview;
}) {
  const words = useWords();
  const older = preview.concerns.find(({ code }) => code === 'older');
  if (older === undefined || (plugin.collections.length === 0 && plugin.backup === null)) return null;
  const isKept = plugin.backup?.release === release.release;
  return (
    <Part
      title={words('system.plugins.older')}
      text={words('system.plugins.older.text', { from: older.from, to: older.to })}
    >
      <p className={styles.note}>
        {joinSentences([
          words(isKept ? 'system.plugins.older.kept' : 'system.plugins.older.none', { to: older.to }),
          '',
        ])}
        {isKept ? (
          <ScreenLink to={`plugins?drawer=view:${plugin.id}&tab=data`}>
            {words('system.plugins.older.way')}
          </ScreenLink>
        ) : null}
      </p>
    </Part>
  );
}
