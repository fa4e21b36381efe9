import type { Collections } from '../collections.ts';

/** Takes a plugin's permission nodes out of roles and API keys; answers how many had some. */
export async function forgetPermissions(collections: Collections, plugin: string): Promise<number> {
  const isOfPlugin = (node: string) => node.startsWith(`${plugin}.`);
  let changed = 0;
  await collections.declaredNodes.deleteOne({ _id: plugin });
  for (const role of await collections.roles.find({}).toArray()) {
    const nodes = [...role.permissions, ...role.granted].filter(isOfPlugin);
    if (nodes.length === 0) continue;
    await collections.roles.updateOne(
      { _id: role._id },
      { $pullAll: { permissions: nodes, granted: nodes }, $inc: { version: 1 } },
    );
    changed += 1;
  }
  for (const key of await collections.apiKeys.find({ scopes: { $ne: null } }).toArray()) {
    const nodes = (key.scopes ?? []).filter(isOfPlugin);
    if (nodes.length === 0) continue;
    await collections.apiKeys.updateOne({ _id: key._id }, { $pullAll: { scopes: nodes } });
    changed += 1;
  }
  return changed;
}

/** Ids of plugins that roles and API keys name permissions of. */
export async function permissionOwners(collections: Collections): Promise<string[]> {
  const roles = await collections.roles.find({}).toArray();
  const keys = await collections.apiKeys.find({ scopes: { $ne: null } }).toArray();
  const nodes = [
    ...roles.flatMap(({ permissions, granted }) => [...permissions, ...granted]),
    ...keys.flatMap(({ scopes }) => scopes ?? []),
  ];
  return [...new Set(nodes.map((node) => node.slice(0, node.indexOf('.'))))].sort();
}
