import { type PluginContext, pictureService, type ResourceBinding } from '@waypost/sdk';
import { mallErrors } from '../../errors.ts';
import { brandResource } from './resource.ts';

/** The functions behind resource `mall.brand`. */
export function bindBrands(context: Pick<PluginContext, 'require'>): ResourceBinding<typeof brandResource> {
  return {
    filters: { show_status: (value) => ({ show_status: value }) },
    beforeCreate: async (body, { session }) => {
      if (body.icon) await pictureService(context).require([body.icon], 'icon', session);
      return body;
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { session }) => {
      if (change.icon) await pictureService(context).require([change.icon], 'icon', session);
      return change;
    },
    afterWrite: async (after, { before }) => {
      if (after !== undefined || before === undefined || before.product_number === 0) return;
      throw mallErrors.brandInUse.create({ name: before.title, count: before.product_number });
    },
  };
}

/** Which of some pictures brands show. */
export async function picturesOfBrands(
  context: Pick<PluginContext, 'model'>,
  ids: readonly string[],
): Promise<string[]> {
  return (await context.model(brandResource).distinct('icon', { icon: { $in: [...ids] } })) as string[];
}
