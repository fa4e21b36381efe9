import { TabbedPage, useWords } from '@waypost/host-sdk';
import { PaySettings } from './parts/PaySettings.tsx';
import { Providers } from './parts/Providers.tsx';

/** What is set for paying over the chain, and who tells of it. */
export function Page() {
  const words = useWords();
  return (
    <TabbedPage
      title={words('menu.pay_config')}
      text={words('wallet.pay_config.text')}
      tabs={[
        { name: 'settings', title: 'wallet.pay_config.tab.settings', content: <PaySettings /> },
        {
          name: 'providers',
          title: 'wallet.pay_config.tab.providers',
          permission: 'wallet.provider:read',
          content: <Providers />,
        },
      ]}
    />
  );
}
