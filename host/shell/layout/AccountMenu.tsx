import { IconExport, IconSettings, IconUser } from '@arco-design/web-react/icon';
import { MenuButton, useClient, useUser, useWords } from '@waypost/host-sdk';
import { useNavigate } from 'react-router-dom';
import { callPlatform } from '../app/call-platform.ts';
import { endSession } from '../app/sign-out.ts';

export function AccountMenu({ onSettings }: { onSettings: () => void }) {
  const words = useWords();
  const user = useUser();
  const client = useClient();
  const navigate = useNavigate();
  const signOut = () => {
    // The page forgets the session whatever the server says: a person who leaves must be out.
    void callPlatform(client, 'administrator/logout', {}).catch(() => undefined);
    endSession();
    void navigate('/admin_login', { replace: true });
  };
  if (!user) return null;
  return (
    <MenuButton
      label={words('shell.account_menu')}
      icon={<IconUser />}
      text={<span>{user.name || user.account}</span>}
      items={[
        { name: 'settings', label: words('settings.title'), icon: <IconSettings />, onSelect: onSettings },
        // Whoever acts as somebody goes back to the own account first: the way stands over the screen.
        ...(user.acted_by === undefined
          ? [{ name: 'logout', label: words('shell.logout'), icon: <IconExport />, onSelect: signOut }]
          : []),
      ]}
    />
  );
}
