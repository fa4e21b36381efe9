import { RotationJump, YesNo } from '@waypost/contract';
import { type Migration, newRow } from '@waypost/sdk';
import { z } from 'zod';
import { ShowStatus } from '../content/values.ts';
import { HOME_PAGE_VERSIONS, type VersionDocument } from '../screens/home_page_config/service.ts';
import { rotation } from '../screens/rotation/resource.ts';
import { rotationType } from '../screens/rotation_type/resource.ts';

const zText = z.object({ 'zh-CN': z.string(), 'en-US': z.string(), 'sw-KE': z.string() });
/** The carousel of the home page as versions of before have it. */
const zSlides = z.object({
  carousel: z
    .array(
      z.object({
        picture: z.string(),
        title: zText,
        description: zText,
        jump_address: z.string(),
        jump_type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      }),
    )
    .default([]),
});

/** Slides of the home page become rotations: those of the version that is shown, in their order. */
export const slidesToRotations: Migration = {
  number: 1,
  name: 'slides of the home page are rotations',
  async up(context) {
    const newest = await context
      .collection<VersionDocument>(HOME_PAGE_VERSIONS)
      .findOne({})
      .sort({ number: -1 })
      .lean();
    const { carousel } = zSlides.parse(newest === null ? {} : JSON.parse(newest.value));
    if (carousel.length === 0) return;
    const type = newRow(context, rotationType, { title: '首页 Home page', show_on_home: YesNo.yes });
    await context.model(rotationType).create([type]);
    const rows = carousel.map((slide, at) =>
      newRow(context, rotation, {
        picture: slide.picture,
        // A slide could do without words in the default language, and without any.
        title: slide.title['zh-CN'] || slide.title['en-US'] || slide.title['sw-KE'] || `${at + 1}`,
        description: slide.description['zh-CN'] || slide.description['en-US'] || slide.description['sw-KE'],
        title_en_us: slide.title['en-US'],
        description_en_us: slide.description['en-US'],
        title_sw_ke: slide.title['sw-KE'],
        description_sw_ke: slide.description['sw-KE'],
        type: String(type._id),
        jump_type: slide.jump_address === '' ? RotationJump.screen : slide.jump_type,
        jump_address: slide.jump_address,
        sort: carousel.length - at,
        show_status: ShowStatus.shown,
      }),
    );
    await context.model(rotation).insertMany(rows);
  },
};
