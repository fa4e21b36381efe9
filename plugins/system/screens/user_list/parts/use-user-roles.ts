import { useCall, usePermission } from '@waypost/host-sdk';
import { userRoleChoices } from '../calls.ts';

/** Whether somebody chooses customers' roles, and whether there are any that operators made. */
export function useUserRoles(): { mayChoose: boolean; hasOwn: boolean } {
  const mayChoose = usePermission()('system.user_admin:change_role');
  const { data: roles = [] } = useCall(userRoleChoices, {}, { enabled: mayChoose });
  return { mayChoose, hasOwn: roles.some(({ is_own }) => is_own) };
}
