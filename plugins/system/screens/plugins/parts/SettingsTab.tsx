import {
  EmptyState,
  ErrorState,
  Skeleton,
  useCall,
  useClient,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { hasOwnPages, pluginChangeSettings, pluginSettings, UPDATE } from '../calls.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { useReload } from './use-plugins.ts';

/** Settings of a plugin, as a form made from its schema. */
export function SettingsTab({ id }: { id: string }) {
  const words = useWords();
  const client = useClient();
  const may = usePermission();
  const reload = useReload();
  const { data, error, isPending, refetch } = useCall(pluginSettings, { id });
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton lines={6} />;
  if (!data)
    return <EmptyState title={words(`system.plugins.settings.${hasOwnPages(id) ? 'on_pages' : 'none'}`)} />;
  return (
    <SettingsForm
      key={id}
      view={data}
      isWritable={may(UPDATE)}
      save={(version, change) => client.call(pluginChangeSettings, { id, version, change })}
      read={() => client.call(pluginSettings, { id })}
      reload={reload}
    />
  );
}
