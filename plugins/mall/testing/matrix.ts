import type { PluginMatrix } from '../../../tests/security/plugin-matrix.ts';

/** What the ids of the plugin's calls are of. */
export const matrix: PluginMatrix = {
  objects: {
    mall_brand: { kind: 'shared', reason: 'the catalogue is the installation’s' },
    mall_category: { kind: 'shared', reason: 'the catalogue is the installation’s' },
    mall_order: { kind: 'shared', reason: 'orders are of the installation’s catalogue' },
    mall_product: { kind: 'shared', reason: 'the catalogue is the installation’s' },
  },
};
