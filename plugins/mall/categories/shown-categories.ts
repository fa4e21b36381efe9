import { type Page, paging } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { ShownCategory } from '../screens/mall_category_list/calls.ts';
import { categoryResource } from '../screens/mall_category_list/resource.ts';

/** How long categories are answered from memory, milliseconds: a change by any process is visible after that. */
export const SHOWN_MAX_AGE_MS = 2_000;

/** The shown categories that stand in nothing hidden, kept in memory: everybody may ask for them, as often as pages are opened. */
export interface ShownCategories {
  page(query: { page?: number | undefined; page_size?: number | undefined }): Promise<Page<ShownCategory>>;
}

export function keepShownCategories(context: Pick<PluginContext, 'model' | 'clock'>): ShownCategories {
  let kept: { rows: Promise<ShownCategory[]>; until: number } | undefined;

  async function current(): Promise<ShownCategory[]> {
    const now = context.clock.now();
    if (kept !== undefined && now < kept.until) return kept.rows;
    const reading = { rows: readShown(context), until: now + SHOWN_MAX_AGE_MS };
    kept = reading;
    try {
      return await reading.rows;
    } catch (error) {
      // The next caller reads again; those who wait for this one get the failure as well.
      if (kept === reading) kept = undefined;
      throw error;
    }
  }

  return {
    async page(query) {
      const { page, page_size, skip } = paging(query);
      const rows = await current();
      return { content: rows.slice(skip, skip + page_size), count: rows.length, page, page_size };
    },
  };
}

async function readShown({ model }: Pick<PluginContext, 'model'>): Promise<ShownCategory[]> {
  const rows = await model(categoryResource).find({ is_visible: true }).sort({ tree_key: 1, _id: 1 }).lean();
  return rows.map(
    ({ _id, title, title_en_us, title_sw_ke, superior, icon, sort, depth, full_title, path }) => ({
      id: String(_id),
      title,
      title_en_us,
      title_sw_ke,
      superior,
      icon,
      sort,
      depth,
      full_title,
      path,
    }),
  );
}
