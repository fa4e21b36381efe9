import type { ResultOf } from '@waypost/contract';
import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  notify,
  Skeleton,
  useCall,
  useClient,
  useErrorText,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { type FormEvent, useState } from 'react';
import { pluginChangeSettings, pluginSettings, UPDATE } from '../calls.ts';
import styles from './plugins.module.css';
import { SettingControl } from './SettingControl.tsx';
import { settingFields } from './settings-schema.ts';
import { useReload } from './use-plugins.ts';

/** Settings of a plugin, as a form made from its schema. */
export function SettingsTab({ id }: { id: string }) {
  const words = useWords();
  const { data, error, isPending, refetch } = useCall(pluginSettings, { id });
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton lines={6} />;
  if (!data) return <EmptyState title={words('system.plugins.settings.none')} />;
  return <Form key={id} id={id} view={data} />;
}

type SettingsView = NonNullable<ResultOf<typeof pluginSettings>>;

function Form({ id, view }: { id: string; view: SettingsView }) {
  const words = useWords();
  const client = useClient();
  const errorText = useErrorText();
  const may = usePermission();
  const reload = useReload();
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
      const after = await client.call(pluginChangeSettings, {
        id,
        version: isDirty ? version : view.version,
        change,
      });
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
        const now = await client.call(pluginSettings, { id });
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
          isDisabled={!may(UPDATE) || isBusy}
          onChange={(value) => {
            if (!isDirty) setVersion(view.version);
            setChange((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
      {may(UPDATE) ? (
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
