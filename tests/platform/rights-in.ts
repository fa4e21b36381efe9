import type { Connection } from 'mongoose';

interface Role {
  key: string;
  permissions: string[];
  granted: string[];
}

const roles = (connection: Connection) => connection.collection<Role>('system_role');

/** What each role that was once given rights of a plugin has of them now. */
export async function rightsIn(connection: Connection, plugin: string) {
  const isOfPlugin = (node: string) => node.startsWith(`${plugin}.`);
  const all = await roles(connection).find({}).sort({ key: 1 }).toArray();
  return all
    .filter(({ granted }) => granted.some(isOfPlugin))
    .map(({ key, permissions }) => ({ key, rights: permissions.filter(isOfPlugin).sort() }));
}

/** An operator takes a right of a plugin from a role that the plugin gave it to; answers what each role has then. */
export async function takeOneRight(connection: Connection, plugin: string) {
  const [role] = await rightsIn(connection, plugin);
  const [right] = role?.rights ?? [];
  if (role === undefined || right === undefined) throw new Error(`no role has a right of ${plugin}`);
  await roles(connection).updateOne({ key: role.key }, { $pull: { permissions: right } });
  return rightsIn(connection, plugin);
}
