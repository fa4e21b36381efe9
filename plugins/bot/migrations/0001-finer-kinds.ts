import type { Migration } from '@waypost/sdk';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';

/** Kinds that one kind of before was divided into. */
const FINER = {
  'domain.messages': ['domain.down', 'domain.failover'],
  'qr.messages': ['qr.rotation', 'qr.pool', 'qr.report'],
  'system.platform': ['system.backup'],
  'wallet.messages': ['wallet.plan', 'wallet.payment', 'wallet.withdrawal'],
};

/** Whoever wanted to hear nothing of a kind hears nothing of what it was divided into. */
export const finerKinds: Migration = {
  number: 1,
  name: 'kinds of messages are finer',
  async up(context) {
    const model = context.model(bindingResource);
    for (const [kind, finer] of Object.entries(FINER))
      await model.updateMany(
        { muted: kind },
        { $addToSet: { muted: { $each: finer } } },
        { timestamps: false },
      );
  },
};
