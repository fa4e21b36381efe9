import { type PluginRights, verbs } from '../../../tests/security/plugin-rights.ts';

/** Which of the plugin's rights each role has from the beginning. */
export const rights: PluginRights = {
  administrator: [
    ...verbs('mall.category', 'read create update delete'),
    ...verbs('mall.brand', 'read create update delete'),
    ...verbs('mall.product', 'read create update delete import export'),
    ...verbs('mall.order', 'read create cancel'),
    ...verbs('mall.order_day', 'read export'),
    ...verbs('mall.picture', 'read create'),
  ],
  // What operators show to every customer.
  signedIn: ['mall_product/recommended'],
};
