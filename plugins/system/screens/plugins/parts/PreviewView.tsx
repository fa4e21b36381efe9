import { Alert } from '@arco-design/web-react';
import type { PluginPreview } from '@waypost/contract/platform';
import { useFormat, useLocale, useWords } from '@waypost/host-sdk';
import type { ShownPreview } from '../calls.ts';
import { Part } from './Part.tsx';
import styles from './plugins.module.css';
import { SurfaceList, surfaceSize } from './SurfaceList.tsx';

/** Blockers that the screen itself resolves: consent is asked right here. */
export function hardBlockers(preview: PluginPreview): PluginPreview['blockers'] {
  return preview.blockers.filter(({ code }) => code !== 'consent');
}

/** What a change would do: why it cannot be done, who is concerned, what appears and what vanishes. */
export function PreviewView({ preview }: { preview: ShownPreview }) {
  const words = useWords();
  const format = useFormat();
  const locale = useLocale();
  const { open, dependents, migrations } = preview;
  const blockers = hardBlockers(preview);
  const isEnding = preview.change === 'disable' || preview.change === 'remove';
  const { affected } = preview;
  const screens = preview.removed.menus.map(({ route }) => words(`menu.${route}`));
  const concerned = [
    ...(affected !== null && screens.length > 0
      ? [
          words('system.plugins.preview.screens', { screens: new Intl.ListFormat(locale).format(screens) }),
          words('system.plugins.preview.people', { count: affected.people }),
        ]
      : []),
    ...(affected?.waiting ?? []),
    ...(isEnding && dependents.length > 0
      ? [words('system.plugins.preview.dependents', { plugins: dependents.join(', ') })]
      : []),
    ...(open.calls > 0 ? [words('system.plugins.preview.calls', { count: open.calls })] : []),
    ...(open.channels > 0 ? [words('system.plugins.preview.channels', { count: open.channels })] : []),
    ...(migrations !== null && migrations > 0
      ? [words('system.plugins.preview.migrations', { count: migrations })]
      : []),
    ...(preview.is_complete ? [] : [words('system.plugins.preview.partly')]),
  ];
  return (
    <>
      {blockers.length === 0 ? null : (
        <Alert
          type="error"
          title={words('system.plugins.preview.blocked')}
          content={
            <ul>
              {blockers.map(({ code, subject }) => (
                <li key={`${code} ${subject}`}>{words(`system.plugins.blocker.${code}`, { subject })}</li>
              ))}
            </ul>
          }
        />
      )}
      {preview.concerns.length === 0 ? null : (
        <Alert
          type="warning"
          title={words('system.plugins.concerns')}
          content={
            <ul>
              {preview.concerns.map(({ code, from, to }) => (
                <li key={code}>{words(`system.plugins.concern.${code}`, { from, to })}</li>
              ))}
            </ul>
          }
        />
      )}
      {concerned.length === 0 ? null : (
        <ul className={styles.sentences}>
          {concerned.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {surfaceSize(preview.added) === 0 ? null : (
        <Part
          title={words('system.plugins.preview.added', { figure: format.number(surfaceSize(preview.added)) })}
        >
          <SurfaceList surface={preview.added} tone="added" />
        </Part>
      )}
      {surfaceSize(preview.removed) === 0 ? null : (
        <details className={styles.more}>
          <summary>
            {words('system.plugins.preview.removed', {
              figure: format.number(surfaceSize(preview.removed)),
            })}
          </summary>
          <SurfaceList surface={preview.removed} tone="removed" />
        </details>
      )}
    </>
  );
}
