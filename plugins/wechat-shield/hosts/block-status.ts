import type { BlockStatus, PluginContext } from '@waypost/sdk';
import { hostResource } from './resource.ts';

/** What others are told of hosts: what is believed, and nothing of those that nobody has checked. */
export function blockStatus(context: PluginContext): BlockStatus {
  return {
    title: 'plugin.wechat-shield',
    read: async (hosts) => {
      const found = await context
        .model(hostResource)
        .find({ name: { $in: [...hosts] }, checked_time: { $ne: null } })
        .lean();
      return Object.fromEntries(found.map(({ name, status }) => [name, status]));
    },
  };
}
