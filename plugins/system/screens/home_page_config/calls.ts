import { defineCall, zTime } from '@waypost/contract';
import { z } from 'zod';
import { homePageShape } from './value.ts';

const area = 'home_page_config';
/** Says what the dashboard of customers shows. */
export const HOME_PAGE_CONFIG = 'system.home_page_config:update';
const access = { permission: HOME_PAGE_CONFIG };

/** Largest picture that is taken, bytes; its base64 fits into a body. */
export const SLIDE_MAX_BYTES = 700_000;
const PICTURE_BODY_BYTES = 1_048_576;

const versionShape = {
  /** 0: nobody has saved anything yet. */
  version: z.int().min(0),
  time: zTime.nullable(),
  account: z.string().nullable(),
};
const zView = z.object({ ...homePageShape, ...versionShape });
export type HomePageView = z.infer<typeof zView>;

export const homePageInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: zView,
  access,
  summary: 'What the dashboard of customers shows: notice, carousel, links, in all languages',
});

export const homePageUpdate = defineCall({
  area,
  call: 'update',
  body: z.strictObject({ version: z.int().min(0), ...homePageShape }),
  result: zView,
  access,
  bodyLimit: 131_072,
  summary: 'Shows something else on the dashboard of customers; what was shown before stays as a version',
});

export const homePagePicture = defineCall({
  area,
  call: 'picture',
  /** A PNG, JPEG or WebP picture in base64. */
  body: z.strictObject({ data: z.base64().min(1) }),
  result: z.object({ picture: z.string() }),
  access,
  ratePerMinute: 30,
  bodyLimit: PICTURE_BODY_BYTES,
  summary: 'Keeps a picture for the carousel; one that no version shows for a day is forgotten',
});

const zVersion = z.object({
  version: z.int(),
  time: zTime,
  account: z.string().nullable(),
  /** The version that this one brought back. */
  restores: z.int().nullable(),
  slides: z.int(),
  links: z.int(),
});
export type HomePageVersion = z.infer<typeof zVersion>;

export const homePageVersions = defineCall({
  area,
  call: 'versions',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zVersion) }),
  access,
  summary: 'The last versions of the dashboard, who saved them and when; newest first',
});

export const homePageRestore = defineCall({
  area,
  call: 'restore',
  /** `version`: the one in force; `restores`: the one to show again. */
  body: z.strictObject({ version: z.int().min(1), restores: z.int().min(1) }),
  result: zView,
  access,
  summary: 'Shows an earlier version again, as a new one',
});
