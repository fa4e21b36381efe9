import type { Api } from '../api.ts';
import type { Product } from '../product.ts';
import { addAdministrator, chooseOwnPassword, PASSWORD } from './people.ts';

/** A role as `role/details` answers it. */
export interface RoleRow {
  id: string;
  name: string;
  key: string;
  kind: string;
  version: number;
  permissions: string[];
  people: number;
  is_default: number;
  may_change: boolean;
}

export const roleOf = async (api: Api, id: string) =>
  (await api.call<RoleRow>('role/details', { id })).content;

export const roles = async (api: Api) =>
  (await api.call<{ content: RoleRow[] }>('role/inquire', { page_size: 100 })).content.content;

export const roleByKey = async (api: Api, key: string): Promise<RoleRow> => {
  const found = (await roles(api)).find((role) => role.key === key);
  if (found === undefined) throw new Error(`there is no role ${key}`);
  return found;
};

/** Gives a role exactly these rights; answers the status. */
export async function setRights(api: Api, id: string, permissions: readonly string[]): Promise<number> {
  const { version } = await roleOf(api, id);
  return (await api.call('role/update', { id, version, permissions })).status;
}

/** A new role with these rights, made by somebody who holds them. */
export async function makeRole(
  api: Api,
  name: string,
  permissions: readonly string[],
  kind: 'operator' | 'agent' | 'customer' = 'operator',
): Promise<string> {
  const { id } = (await api.call<{ id: string }>('role/add', { name, kind })).content;
  const status = await setRights(api, id, permissions);
  if (status !== 200) throw new Error(`role ${name}: ${status}`);
  return id;
}

/** Somebody who runs the platform with a role, signed in with an own password. */
export async function operatorWith(
  product: Product,
  root: Api,
  { account, role }: { account: string; role: string },
): Promise<{ id: string; api: Api }> {
  const { id } = (await addAdministrator(root, account, { role })).content;
  return {
    id,
    api: await chooseOwnPassword(
      product.origin,
      account,
      PASSWORD,
      `${account}1Own`.replace(/[^A-Za-z0-9]/g, ''),
    ),
  };
}
