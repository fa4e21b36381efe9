import { ShieldStatus } from '@waypost/contract';
import type { Migration } from '@waypost/sdk';
import { spareResource } from '../screens/hold_domain/resource.ts';

/** Spare domains of before: the next check of each says how it stands, until then nobody knows. */
export const sparesInWechat: Migration = {
  number: 2,
  name: 'spare domains say how they stand in WeChat',
  async up(context) {
    await context
      .model(spareResource)
      .updateMany(
        { wechat_status: { $exists: false } },
        { $set: { wechat_status: ShieldStatus.failed } },
        { timestamps: false },
      );
  },
};
