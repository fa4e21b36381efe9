import { DEFAULT_LOCALE, defineError, errors, LOCALES, type Locale, YesNo } from '@waypost/contract';
import { newRow, newVersion, type PluginContext, type ResourceBinding, type Stored } from '@waypost/sdk';
import { WORDS, type WordDocument } from '../../languages/word-book.ts';
import { language, ShowStatus } from './resource.ts';

/** The product itself is in this language: it can be hidden and not removed. */
const languageBuiltIn = defineError({ code: 'language_built_in', status: 409 });

/** How each language names itself, and where it is spoken. */
const FACTS: Readonly<
  Record<Locale, { title: string; icon: string; country: string; abbreviation: string; phone_code: string }>
> = {
  'zh-CN': { title: '简体中文', icon: '🇨🇳', country: 'CN', abbreviation: 'zh', phone_code: '86' },
  'en-US': { title: 'English', icon: '🇺🇸', country: 'US', abbreviation: 'en', phone_code: '1' },
  'sw-KE': { title: 'Kiswahili', icon: '🇰🇪', country: 'KE', abbreviation: 'sw', phone_code: '254' },
};

/** Writes the languages that the store does not have yet; several processes may do so at once. */
export async function ensureLanguages(context: PluginContext): Promise<void> {
  const model = context.model(language);
  for (const [index, code] of LOCALES.entries()) {
    const { _id, ...row } = newRow(
      context,
      language,
      {
        code,
        ...FACTS[code],
        show_status: ShowStatus.shown,
        default_language: code === DEFAULT_LOCALE ? YesNo.yes : YesNo.no,
      },
      { _id: String(index + 1).padStart(24, '0') },
    );
    await model.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
  }
}

/** One language is the default, and it is shown: a change that would leave none is refused. */
export function bindLanguages(context: PluginContext): ResourceBinding<typeof language> {
  const model = context.model(language);
  const words = context.collection<WordDocument>(WORDS);
  return {
    beforeCreate: (body) => {
      requireKnownTag(body.code);
      requireShownDefault(undefined, body);
      return body;
    },
    beforeUpdate: (change, { before }) => {
      requireShownDefault(before, change);
      return change;
    },
    afterWrite: async (after, { before, session }) => {
      if (after === undefined && before !== undefined) {
        if (isBuiltIn(before.code)) throw languageBuiltIn.create();
        await words.deleteMany({ language: before.code }, { session });
      }
      if (after?.default_language !== YesNo.yes) return;
      await model.updateMany(
        { _id: { $ne: after._id }, default_language: YesNo.yes },
        newVersion(context, { default_language: YesNo.no }),
        { session },
      );
    },
  };
}

/** Whether every text of the product exists in it. */
const isBuiltIn = (code: string): boolean => LOCALES.some((locale) => locale === code);

/** Errors: 422 at `code` for what no browser would take for a language. */
function requireKnownTag(code: string): void {
  let canonical: string | undefined;
  try {
    canonical = Intl.getCanonicalLocales(code)[0];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  if (canonical !== code) throw refused('code', 'error.issue.language_code');
}

interface Choices {
  code?: string | undefined;
  default_language?: Stored<typeof language>['default_language'] | undefined;
  show_status?: Stored<typeof language>['show_status'] | undefined;
}

/** Errors: 422 at the field that would leave no default, one that nobody can choose, or one that may lack words. */
export function requireShownDefault(before: Choices | undefined, change: Choices): void {
  const after = { ...before, ...change };
  const wasDefault = before?.default_language === YesNo.yes;
  if (wasDefault && after.default_language === YesNo.no)
    throw refused('default_language', 'system.fault.language_default_needed');
  if (after.default_language === YesNo.yes && after.show_status === ShowStatus.hidden)
    throw refused('show_status', 'system.fault.language_default_shown');
  if (after.default_language === YesNo.yes && after.code !== undefined && !isBuiltIn(after.code))
    throw refused('default_language', 'system.fault.language_default_whole');
}

function refused(path: string, message: string) {
  return errors.invalidInput.create({}, { errors: [{ path, message }] });
}
