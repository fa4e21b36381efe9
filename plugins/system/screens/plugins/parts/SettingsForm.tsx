import type { ResultOf } from '@waypost/contract';
import { ApiError, Button, notify, useErrorText, useWords } from '@waypost/host-sdk';
import { type FormEvent, useState } from 'react';
import type { pluginSettings } from '../calls.ts';
import styles from './plugins.module.css';
import { SettingControl } from './SettingControl.tsx';
import { settingFields } from './settings-schema.ts';

type SettingsView = NonNullable<ResultOf<typeof pluginSettings>>;

interface SettingsFormProps {
  view: SettingsView;
  isWritable: boolean;
  save: (version: number, change: Record<string, unknown>) => Promise<SettingsView>;
  /** As they are now, after somebody else has changed them. */
  read: () => Promise<SettingsView | null>;
  reload: () => Promise<void>;
}

/** Settings as a form made from their schema; what was not touched stays as the server has it. */
export function SettingsForm({ view, isWritable, save, read, reload }: SettingsFormProps) {
  const words = useWords();
  const errorText = useErrorText();
  // Only what the person touched: the rest stays as the server has it, also when it changes meanwhile.
  const [change, setChange] = useState<Record<string, unknown>>({});
  const [version, setVersion] = useState(view.version);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const isDirty = Object.keys(change).length > 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isDirty) return;
    setBusy(true);
    setFaults({});
    try {
      const after = await save(version, change);
      setVersion(after.version);
      setChange({});
      notify.success(words('form.saved'));
      await reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.issues.length === 0) notify.error(errorText(error));
      setFaults(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])));
      if (error.code === 'stale_version') {
        // The next save is meant for what is shown by then.
        await reload();
        const now = await read();
        if (now) setVersion(now.version);
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.stack} noValidate onSubmit={(event) => void submit(event)}>
      {settingFields(view.schema, view.secrets).map((field) => (
        <SettingControl
          key={field.name}
          texts={view.texts[field.name] ?? {}}
          field={field}
          isSet={view.set.includes(field.name)}
          value={change[field.name] === undefined ? view.values[field.name] : change[field.name]}
          fallback={view.defaults[field.name]}
          fault={faults[field.name]}
          isDisabled={!isWritable || isBusy}
          onChange={(value) => {
            if (!isDirty) setVersion(view.version);
            setChange((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
      {isWritable ? (
        <div className={styles.line}>
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={!isDirty}>
            {words('action.save')}
          </Button>
          {isDirty ? <Button onClick={() => setChange({})}>{words('action.reset')}</Button> : null}
        </div>
      ) : null}
    </form>
  );
}
