import { PendingState, useCall, useClient, useReloadArea } from '@waypost/host-sdk';
import { SettingsForm } from '../plugins/parts/SettingsForm.tsx';
import { slowChangeSettings, slowSettings } from './calls.ts';

/** From how many milliseconds on a command counts as slow, and for how many days it stays in the list. */
export function SlowSettings() {
  const client = useClient();
  const reload = useReloadArea(slowSettings.area);
  const { data, error, refetch } = useCall(slowSettings, {});
  if (!data?.form) return <PendingState error={error} onRetry={refetch} lines={4} />;
  return (
    <SettingsForm
      view={data.form}
      isWritable
      save={(version, change) => client.call(slowChangeSettings, { version, change })}
      read={async () => (await client.call(slowSettings, {})).form}
      reload={reload}
    />
  );
}
