import { ShieldStatus } from '@waypost/contract';
import type { Migration } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';

/** Domains of before, of which nobody has told how they stand in WeChat: a list that asks for those finds them. */
export const unknownInWechat: Migration = {
  number: 1,
  name: 'domains say how they stand in WeChat',
  async up(context) {
    for (const resource of [domainResource, watchResource])
      await context
        .model(resource)
        .updateMany(
          { wechat_status: { $exists: false } },
          { $set: { wechat_status: ShieldStatus.failed } },
          { timestamps: false },
        );
  },
};
