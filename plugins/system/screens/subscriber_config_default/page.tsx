import { PendingState, useWords } from '@waypost/host-sdk';
import { SettingsPage } from '../../settings/SettingsPage.tsx';
import { useLoadedSettings } from '../../settings/use-loaded-settings.ts';
import { CONFIGURATION_HOME } from '../configuration/home.ts';
import { subscriberConfigHistory, subscriberConfigInquire } from './calls.ts';
import { DefaultPassword } from './DefaultPassword.tsx';
import { SUBSCRIBER_HOME } from './home.ts';
import { SubscriberForm } from './SubscriberForm.tsx';

const SECTIONS = ['customers', 'registration', 'login'];

/** What new customers begin with, and how registering and logging in work. */
export function Page() {
  const words = useWords();
  const found = useLoadedSettings(subscriberConfigInquire, {});
  return (
    <SettingsPage
      title={words('menu.subscriber_config_default')}
      text={words('system.subscriber_config_default.text')}
      words="system.subscriber_config_default"
      settings={found.data?.settings}
      names={SUBSCRIBER_HOME.names}
      others={[CONFIGURATION_HOME]}
      sections={SECTIONS.map((name) => ({
        name,
        title: words(`system.subscriber_config_default.section.${name}`),
      }))}
      calls={subscriberConfigHistory}
      onUndone={found.reload}
    >
      {found.data ? (
        <>
          <SubscriberForm
            key={found.round}
            loaded={found.data}
            onSaved={found.reload}
            onOutdated={found.beginAnew}
          />
          <DefaultPassword />
        </>
      ) : (
        <PendingState error={found.error} onRetry={found.reload} lines={8} height={20} />
      )}
    </SettingsPage>
  );
}
