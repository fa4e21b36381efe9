import { because, type PluginCodes } from '../../../tests/security/plugin-codes.ts';

/** Which of the plugin's calls ask for a code of the second factor, and why others do not. */
export const codes: PluginCodes = {
  subjects: /^mall\./,
  without: {
    ...because('what it sells, nobody pays here: it moves no money of the platform', [
      'mall_category/add',
      'mall_brand/add',
      'mall_product/add',
      'mall_category/update',
      'mall_brand/update',
      'mall_product/update',
      'mall_category/remove',
      'mall_brand/remove',
      'mall_product/remove',
      'mall_category/merge',
      'mall_product/batch_show',
      'mall_product/batch_switch',
      'mall_picture/add',
      'mall_product/upload',
      'mall_product/columns',
      'mall_product/check',
      'mall_product/import',
      'mall_order/add',
      'mall_product/purchase',
      'mall_order/cancel',
    ]),
  },
};
