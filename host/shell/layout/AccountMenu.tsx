import { IconExport, IconSafe, IconSettings, IconUser } from '@arco-design/web-react/icon';
import { clientStore, MenuButton, useUser, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { useLogOut } from '../app/use-log-out.ts';
import { menuAtom, trailTo } from '../menu/menu.ts';

/** Where the own password, second factor, sessions and keys are. */
const OWN_ACCOUNT = '/customer/update_password';

export function AccountMenu({ onSettings }: { onSettings: () => void }) {
  const words = useWords();
  const user = useUser();
  const navigate = useNavigate();
  const menu = useAtomValue(menuAtom, { store: clientStore });
  const own = trailTo(menu?.tree ?? [], OWN_ACCOUNT).at(-1);
  const logOut = useLogOut();
  if (!user) return null;
  return (
    <MenuButton
      label={words('shell.account_menu')}
      icon={<IconUser />}
      text={<span>{user.name || user.account}</span>}
      items={[
        ...(own === undefined
          ? []
          : [
              {
                name: 'account',
                label: own.name,
                icon: <IconSafe />,
                onSelect: () => void navigate(own.path),
              },
            ]),
        { name: 'settings', label: words('settings.title'), icon: <IconSettings />, onSelect: onSettings },
        // Whoever acts as somebody goes back to the own account first: the way stands over the screen.
        ...(user.acted_by === undefined
          ? [{ name: 'logout', label: words('shell.logout'), icon: <IconExport />, onSelect: logOut }]
          : []),
      ]}
    />
  );
}
