import { Input } from '@arco-design/web-react';
import type { CollectionChoice, SettingsChoice } from '@waypost/contract/platform';
import { Button, Drawer, notify, PendingState, useAction, useCall, useWords } from '@waypost/host-sdk';
import { useId, useState } from 'react';
import { pluginPreview, pluginRemove } from '../calls.ts';
import { CollectionChoiceField } from './CollectionChoiceField.tsx';
import { Part } from './Part.tsx';
import { hardBlockers, PreviewView } from './PreviewView.tsx';
import styles from './plugins.module.css';
import { SettingsChoiceField } from './SettingsChoiceField.tsx';
import { useReload } from './use-plugins.ts';

interface RemoveDrawerProps {
  id: string;
  name: string;
  onDone: () => void;
  onClose: () => void;
}

/** Removes a plugin: what vanishes, what becomes of each of its collections, its id typed once more. */
export function RemoveDrawer({ id, name, onDone, onClose }: RemoveDrawerProps) {
  const words = useWords();
  const field = useId();
  const reload = useReload();
  // While it goes, nobody asks for the preview of what is gone already.
  const [isLeaving, setLeaving] = useState(false);
  const { data, error, refetch } = useCall(
    pluginPreview,
    { id, change: { kind: 'remove' } },
    { enabled: !isLeaving },
  );
  const { run, isRunning } = useAction(pluginRemove);
  const [choices, setChoices] = useState<Record<string, CollectionChoice>>({});
  const [settings, setSettings] = useState<SettingsChoice>('keep');
  const [typed, setTyped] = useState('');
  const preview = data?.change === 'remove' ? data : undefined;
  // With collections their choice holds for the settings as well.
  const asksForSettings = preview?.has_settings === true && preview.collections.length === 0;
  const cascade = (preview?.dependents.length ?? 0) > 0;
  const shown =
    preview === undefined || !cascade
      ? preview
      : { ...preview, blockers: preview.blockers.filter(({ code }) => code !== 'dependents') };

  const apply = async () => {
    const collections = Object.fromEntries(
      (preview?.collections ?? []).map((one) => [one.name, choices[one.name] ?? one.proposal]),
    );
    setLeaving(true);
    try {
      const { archive } = await run({
        id,
        confirm: typed.trim(),
        collections,
        ...(asksForSettings ? { settings } : {}),
        cascade,
      });
      notify.success(
        words(archive ? 'system.plugins.remove.archived' : 'system.plugins.remove.done', { name }),
      );
    } catch {
      // `useAction` has said why.
      setLeaving(false);
      await refetch();
      return;
    }
    // Closed first: its preview would be asked for again, of a plugin that is gone.
    onDone();
    await reload();
  };

  return (
    <Drawer
      title={words('system.plugins.remove.title', { name })}
      isOpen
      onClose={onClose}
      width={720}
      footer={
        <>
          <Button onClick={onClose}>{words('action.cancel')}</Button>
          <Button
            kind="danger"
            isBusy={isRunning}
            isDisabled={!shown || hardBlockers(shown).length > 0 || typed.trim() !== id}
            onClick={() => void apply()}
          >
            {words('system.plugins.action.remove')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{words('system.plugins.remove.text')}</p>
        {!shown ? (
          <PendingState error={error} onRetry={refetch} lines={6} />
        ) : (
          <>
            {shown.collections.length === 0 ? null : (
              <Part
                title={words('system.plugins.remove.data')}
                text={words('system.plugins.remove.data_text')}
              >
                {shown.collections.map((collection) => (
                  <CollectionChoiceField
                    key={collection.name}
                    collection={collection}
                    value={choices[collection.name] ?? collection.proposal}
                    onChange={(choice) => setChoices((before) => ({ ...before, [collection.name]: choice }))}
                  />
                ))}
              </Part>
            )}
            {asksForSettings ? <SettingsChoiceField value={settings} onChange={setSettings} /> : null}
            <PreviewView preview={shown} />
            <div className={styles.field}>
              <label htmlFor={field}>{words('system.plugins.remove.confirm', { id })}</label>
              <Input
                id={field}
                className={styles.mono ?? ''}
                autoComplete="off"
                spellCheck={false}
                value={typed}
                onChange={setTyped}
              />
            </div>
          </>
        )}
      </div>
    </Drawer>
  );
}
