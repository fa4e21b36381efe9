import { paging, YesNo } from '@waypost/contract';
import { languageInquire } from '@waypost/contract/platform';
import type { PluginContext } from '@waypost/sdk';
import { language } from './resource.ts';
import { bindLanguages, ensureLanguages } from './service.ts';

/** Mounts the languages: everybody may ask which there are, operators change them. */
export async function mountLanguages(context: PluginContext): Promise<void> {
  await ensureLanguages(context);
  context.resource(language, bindLanguages(context));
  const model = context.model(language);
  context.call(languageInquire, async (body) => {
    const { page, page_size, skip } = paging(body);
    const wanted = body.show_status === undefined ? {} : { show_status: body.show_status };
    const [rows, count] = await Promise.all([
      // The default first: YesNo.yes is the larger one.
      model.find(wanted).sort({ default_language: -1, _id: 1 }).skip(skip).limit(page_size).lean(),
      model.countDocuments(wanted),
    ]);
    return {
      content: rows.map((row) => ({
        id: String(row._id),
        code: row.code,
        title: row.title,
        icon: row.icon,
        country: row.country,
        abbreviation: row.abbreviation,
        phone_code: row.phone_code,
        default_language: row.default_language === YesNo.yes ? (2 as const) : (1 as const),
        show_status: row.show_status,
        version: row.version,
        create_time: row.create_time.toISOString(),
        update_time: row.update_time.toISOString(),
      })),
      count,
      page,
      page_size,
    };
  });
}
