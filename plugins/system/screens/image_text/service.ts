import { DEFAULT_LOCALE, errors, LOCALES, type Locale, type RowOf, YesNo } from '@waypost/contract';
import {
  MOST_PUBLIC_PAGES,
  type PluginContext,
  PUBLIC_PAGE_PREFIX,
  type PublicPageSource,
  type ResourceBinding,
  requireRow,
  type Session,
  type Stored,
} from '@waypost/sdk';
import { inLanguage, LANGUAGE_SUFFIX } from '../../content/in-language.ts';
import { requireType } from '../../content/types.ts';
import { ShowStatus } from '../../content/values.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { cleanText, hasContent, picturesIn } from '../../rich-text/clean.ts';
import { MOST_PICTURES, RICH_TEXT_MAX_LENGTH } from '../../rich-text/values.ts';
import { imageTextType } from '../image_text_type/resource.ts';
import type { ShownText } from './calls.ts';
import { imageText } from './resource.ts';

/** Most texts that the home page names: more is not looked at. */
const MOST_ON_HOME = 12;

type Text = Stored<typeof imageText>;
const CONTENTS = ['content', 'content_en_us', 'content_sw_ke'] as const;
type Contents = Partial<Record<(typeof CONTENTS)[number], string | undefined>>;

/** The functions behind resource `system.image_text`: nothing is kept that was not cleaned. */
export function bindTexts(context: PluginContext, pictures: Pictures): ResourceBinding<typeof imageText> {
  return {
    present: (rows) => rows.map((row) => ({ ...row, public_url: publicUrl(context, row) })),
    beforeCreate: async (body, { session }) => {
      await requireType(context, imageTextType, body.type, session);
      if (body.address) await requireRoom(context, session);
      const cleaned = cleanContents(body);
      return { ...body, ...cleaned, pictures: await requirePictures(pictures, cleaned, [], session) };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { session, before }) => {
      if (change.type !== undefined) await requireType(context, imageTextType, change.type, session);
      if (change.address && !before?.address) await requireRoom(context, session);
      const cleaned = cleanContents(change);
      if (Object.keys(cleaned).length === 0) return change;
      const known = before?.pictures ?? [];
      const shown = await requirePictures(pictures, { ...before, ...cleaned }, known, session);
      return { ...change, ...cleaned, pictures: shown };
    },
  };
}

/** Asked for at each look: the public address may be changed. */
function publicUrl(context: PluginContext, row: RowOf<typeof imageText>): string {
  const isPublic = row.address !== '' && row.show_status === ShowStatus.shown;
  return isPublic ? `${context.platform.publicUrl}${PUBLIC_PAGE_PREFIX}${row.address}` : '';
}

/** Errors: `invalid_input` 422 at a content of which nothing is left, or that grew too long by it. */
function cleanContents(given: Contents): Contents {
  const cleaned: Contents = {};
  for (const name of CONTENTS) {
    const html = given[name];
    if (html === undefined) continue;
    const clean = cleanText(html);
    const isEmpty = !hasContent(clean);
    if (isEmpty && name === 'content') throw refused(name, 'system.image_text.fault.empty');
    if (clean.length > RICH_TEXT_MAX_LENGTH) throw refused(name, 'system.image_text.fault.too_long');
    cleaned[name] = isEmpty ? '' : clean;
  }
  return cleaned;
}

/** @param known what the text showed before, which is kept for it. @returns what it shows now */
async function requirePictures(
  pictures: Pictures,
  contents: Contents,
  known: readonly string[],
  session: Session,
): Promise<string[]> {
  const shown = new Set<string>();
  for (const name of CONTENTS) {
    const found = picturesIn(contents[name] ?? '');
    if (found.length > MOST_PICTURES) throw refused(name, 'system.image_text.fault.pictures');
    const fresh = found.filter((picture) => !known.includes(picture));
    await pictures.require(fresh, name, session);
    for (const picture of found) shown.add(picture);
  }
  return [...shown];
}

async function requireRoom(context: PluginContext, session: Session): Promise<void> {
  const count = await context.model(imageText).countDocuments(PUBLIC).session(session);
  if (count >= MOST_PUBLIC_PAGES) throw refused('address', 'system.image_text.fault.many');
}

function refused(path: string, message: string) {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}

const PUBLIC = { address: { $gt: '' } };
const SHOWN = { show_status: ShowStatus.shown };

/** Titles of the texts that the home page of customers names: the larger `sort` first. */
export async function textsOnHome(
  context: Pick<PluginContext, 'model'>,
  locale: Locale,
): Promise<{ id: string; title: string }[]> {
  const rows = await context
    .model(imageText)
    .find({ ...SHOWN, show_on_home: YesNo.yes }, TITLES)
    .sort({ sort: -1, create_time: -1, _id: -1 })
    .limit(MOST_ON_HOME)
    .lean();
  return rows.map((row) => ({ id: String(row._id), title: inLanguage(row, 'title', locale) }));
}
const TITLES = { title: 1, title_en_us: 1, title_sw_ke: 1 } as const;

/** A text for somebody who is logged in. Errors: `not_found` 404 for one that is hidden or gone. */
export async function readText(
  context: Pick<PluginContext, 'model'>,
  id: string,
  locale: Locale,
): Promise<ShownText> {
  const row = await requireRow(
    context
      .model(imageText)
      .findOne({ ...SHOWN, _id: id })
      .lean(),
  );
  return { id, ...shownIn(row, locale) };
}

/** A text in the reader's language where it is written in it, else in the default one. */
export function shownIn(row: Partial<Text>, locale: Locale): Pick<ShownText, 'title' | 'html' | 'locale'> {
  const has = row[`content${LANGUAGE_SUFFIX[locale]}`];
  const language = has === undefined || has === '' ? DEFAULT_LOCALE : locale;
  return {
    title: inLanguage(row, 'title', language),
    html: inLanguage(row, 'content', language),
    locale: language,
  };
}

/** The texts that strangers read. */
export function publicTexts(context: Pick<PluginContext, 'model'>, pictures: Pictures): PublicPageSource {
  const find = (address: string) => context.model(imageText).findOne({ ...SHOWN, address });
  return {
    addresses: async () => {
      const rows = await context
        .model(imageText)
        .find({ ...SHOWN, ...PUBLIC }, { address: 1 })
        .limit(MOST_PUBLIC_PAGES)
        .lean();
      return rows.map(({ address }) => address);
    },
    page: async (address, locale) => {
      const row = await find(address).lean();
      if (row === null) return undefined;
      const locales = LOCALES.filter((each) => Boolean(row[`content${LANGUAGE_SUFFIX[each]}`]));
      return { ...shownIn(row, locale), locales };
    },
    pictures: async (address) => {
      const row = await find(address).select({ pictures: 1 }).lean();
      return row?.pictures ?? [];
    },
    picture: async (picture) => new Uint8Array(Buffer.from(await pictures.read(picture), 'base64')),
  };
}

/** Pictures that texts show. */
export async function picturesOfTexts(
  context: Pick<PluginContext, 'model'>,
  ids: readonly string[],
): Promise<string[]> {
  const filter = { pictures: { $in: [...ids] } };
  return (await context.model(imageText).distinct('pictures', filter)) as string[];
}
