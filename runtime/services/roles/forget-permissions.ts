import type { Collections } from '../collections.ts';

/** Takes a plugin's permission nodes out of roles and API keys; answers how many had some. */
export async function forgetPermissions(collections: Collections, plugin: string): Promise<number> {
  const isOfPlugin = (node: string) => node.startsWith(`${plugin}.`);
  let changed = 0;
  for (const role of await collections.roles.find({}).toArray()) {
    const nodes = [...role.permissions, ...role.granted].filter(isOfPlugin);
    if (nodes.length === 0) continue;
    await collections.roles.updateOne(
      { _id: role._id },
      { $pullAll: { permissions: nodes, granted: nodes } },
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
