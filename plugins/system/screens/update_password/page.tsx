import { Page as Frame, Tabs, usePermission, useQuery, useUser, useWords } from '@waypost/host-sdk';
import { DataTab } from './parts/DataTab.tsx';
import { KeysTab } from './parts/KeysTab.tsx';
import { PasswordTab } from './parts/PasswordTab.tsx';
import { ProfileTab } from './parts/ProfileTab.tsx';
import { SecondFactorTab } from './parts/SecondFactorTab.tsx';
import { SessionsTab } from './parts/SessionsTab.tsx';

const TABS = {
  password: PasswordTab,
  profile: ProfileTab,
  second_factor: SecondFactorTab,
  sessions: SessionsTab,
  keys: KeysTab,
  data: DataTab,
} as const;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

/** The own account: what opens it, where it is open, what is taken along of it, and its end. */
export function Page() {
  const words = useWords();
  const user = useUser();
  const may = usePermission();
  const [params, setParams] = useQuery();
  const names = NAMES.filter((name) => name !== 'keys' || may('system.api_key:read'));
  const current = names.find((name) => name === params.get('tab')) ?? 'password';
  // A one-time password opens nothing but the change of it.
  if (user?.must_change_password)
    return (
      <Frame title={words('menu.update_password')} text={words('system.own_password.must')}>
        <PasswordTab />
      </Frame>
    );
  if (user?.must_set_second_factor)
    return (
      <Frame title={words('menu.update_password')} text={words('system.second_factor.demanded')}>
        <SecondFactorTab />
      </Frame>
    );
  const Tab = TABS[current];
  return (
    <Frame title={words('menu.update_password')}>
      <Tabs
        label={words('menu.update_password')}
        tabs={names.map((name) => ({ name, title: words(`system.own_account.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'password' ? undefined : tab, drawer: undefined })}
      >
        <Tab />
      </Tabs>
    </Frame>
  );
}
