import type { PluginOverview } from '@waypost/contract/platform';
import { Button, Drawer, notify, PendingState, useAction, useCall, useWords } from '@waypost/host-sdk';
import { pluginDisable, pluginEnable, pluginPreview, type ShownPreview } from '../calls.ts';
import { useFailureLine } from './failure.tsx';
import { hardBlockers, PreviewView } from './PreviewView.tsx';
import styles from './plugins.module.css';
import { useReload } from './use-plugins.ts';

interface ChangeDrawerProps {
  id: string;
  name: string;
  kind: 'enable' | 'disable';
  onDone: () => void;
  onClose: () => void;
}

/** Says what switching a plugin on or off does, and does it. */
export function ChangeDrawer({ id, name, kind, onDone, onClose }: ChangeDrawerProps) {
  const words = useWords();
  const reload = useReload();
  const lineOf = useFailureLine();
  const { data, error, refetch } = useCall(pluginPreview, { id, change: { kind } });
  const enable = useAction(pluginEnable);
  const disable = useAction(pluginDisable);
  const preview = data?.change === kind ? data : undefined;
  const cascade = kind === 'disable' && (preview?.dependents.length ?? 0) > 0;

  const apply = async () => {
    let enabled: PluginOverview | undefined;
    try {
      if (kind === 'enable') enabled = await enable.run({ id });
      else await disable.run({ id, cascade });
    } catch {
      // `useAction` has said why; the drawer stays with what is in the way now.
      await refetch();
      return;
    }
    if (enabled?.failure) notify.error(lineOf(enabled.failure));
    else if (enabled?.state === 'starting') notify.info(words('system.plugins.starts', { name }));
    else notify.success(words(`system.plugins.${kind}.done`, { name }));
    await reload();
    onDone();
  };

  return (
    <Drawer
      title={words(`system.plugins.${kind}.title`, { name })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button
            kind={kind === 'enable' ? 'primary' : 'danger'}
            isBusy={enable.isRunning || disable.isRunning}
            isDisabled={!preview || isHeld(preview, cascade)}
            onClick={() => void apply()}
          >
            {words(cascade ? 'system.plugins.disable.all' : `system.plugins.action.${kind}`)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{words(`system.plugins.${kind}.text`)}</p>
        {preview ? (
          <PreviewView preview={cascade ? withoutDependents(preview) : preview} />
        ) : (
          <PendingState error={error} onRetry={refetch} lines={6} />
        )}
      </div>
    </Drawer>
  );
}

/** Those that need it go off with it: no reason to refuse, but the first thing to say. */
function withoutDependents(preview: ShownPreview): ShownPreview {
  return { ...preview, blockers: preview.blockers.filter(({ code }) => code !== 'dependents') };
}

function isHeld(preview: ShownPreview, cascade: boolean): boolean {
  return (
    hardBlockers(cascade ? withoutDependents(preview) : preview).length > 0 ||
    preview.blockers.some(({ code }) => code === 'consent')
  );
}
