import { useQuery } from '@waypost/host-sdk';
import { MenuView } from './parts/MenuView.tsx';
import { RoleList } from './parts/RoleList.tsx';
import { RolePage } from './parts/RolePage.tsx';

/** Roles; with an id in the address the page of one, with `view=menu` the menu that they are made of. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id !== null) return <RolePage key={id} />;
  return params.get('view') === 'menu' ? <MenuView /> : <RoleList />;
}
