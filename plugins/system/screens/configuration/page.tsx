import { PendingState, useWords } from '@waypost/host-sdk';
import { SettingsPage } from '../../settings/SettingsPage.tsx';
import { useLoadedSettings } from '../../settings/use-loaded-settings.ts';
import { SUBSCRIBER_HOME } from '../subscriber_config_default/home.ts';
import { ConfigurationForm } from './ConfigurationForm.tsx';
import { configurationHistory, configurationInquire } from './calls.ts';
import { CONFIGURATION_SETTINGS } from './home.ts';

const SECTIONS = ['place', 'website', 'operators', 'messages', 'maintenance'];

/** Settings of the whole installation: website, address, maintenance; what is set elsewhere is found from here. */
export function Page() {
  const words = useWords();
  const found = useLoadedSettings(configurationInquire, {});
  return (
    <SettingsPage
      title={words('menu.configuration')}
      text={words('system.configuration.text')}
      words="system.configuration"
      settings={found.data?.settings}
      names={CONFIGURATION_SETTINGS}
      others={[SUBSCRIBER_HOME]}
      sections={SECTIONS.map((name) => ({ name, title: words(`system.configuration.section.${name}`) }))}
      calls={configurationHistory}
      onUndone={found.reload}
    >
      {found.data ? (
        <ConfigurationForm
          key={found.round}
          loaded={found.data}
          onSaved={found.reload}
          onOutdated={found.beginAnew}
        />
      ) : (
        <PendingState error={found.error} onRetry={found.reload} lines={8} height={20} />
      )}
    </SettingsPage>
  );
}
