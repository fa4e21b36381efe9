import { errors } from '@waypost/contract';
import type { CollectionDeclaration, Session } from '@waypost/sdk';
import type { PlatformContext, WordSource } from '@waypost/sdk/platform';
import { language as languageResource } from '../screens/language_list/resource.ts';
import type { WordRow } from '../screens/language_word/calls.ts';
import type { WordState } from '../screens/language_word/resource.ts';
import { wordRuleOf } from './rules.ts';
import { type WordEntry, wordEntries } from './word-entries.ts';

/** A word that was written here. */
export interface WordDocument {
  /** `<language>~<source>~<key>`, so that a word is there once. */
  _id: string;
  language: string;
  source: string;
  key: string;
  text: string;
  /** The original when it was written, so that another one is noticed. */
  basis: string;
  account: string;
  version: number;
  update_time: Date;
}

/** Every process follows it by this name (`LANGUAGE_WORD`). */
export const WORDS: CollectionDeclaration<WordDocument> = {
  name: 'language_word',
  fields: {
    _id: String,
    language: String,
    source: String,
    key: String,
    text: String,
    basis: String,
    account: String,
    version: Number,
    update_time: Date,
  },
  indexes: [{ keys: { language: 1, source: 1 } }],
};

export const wordId = (language: string, source: string, key: string): string =>
  `${language}~${source}~${key}`;

/** A word of the files with what was written in its place. */
export interface KnownWord {
  id: string;
  title: string;
  /** Undefined: its plugin is off, or has no such word any more. */
  entry: WordEntry | undefined;
  change: WordDocument | undefined;
}

type Translate = (key: string) => string;

/** Words as they are in force: those of the files, and over them what the store has. */
export function createWordBook(context: PlatformContext) {
  const stored = context.collection(WORDS);

  /** Errors: `not_found` 404 for a language that nobody has added. */
  async function requireLanguage(code: string): Promise<void> {
    const found = await context.model(languageResource).exists({ code });
    if (found === null) throw errors.notFound.create();
  }

  async function changesOf(language: string, session?: Session): Promise<Map<string, WordDocument>> {
    const rows = await stored
      .find({ language })
      .session(session ?? null)
      .lean();
    return new Map(rows.map((row) => [row._id, row]));
  }

  return {
    stored,
    requireLanguage,
    changesOf,
    /** All words of a language in the order of their sources; those that only the store knows come last. */
    async words(language: string, translate: Translate, session?: Session): Promise<KnownWord[]> {
      const [sources, changes] = await Promise.all([
        context.languages.sources(),
        changesOf(language, session),
      ]);
      const known = sources.flatMap((source) => {
        const title = translate(source.title);
        return wordEntries(source, language).map((entry): KnownWord => {
          const id = wordId(language, entry.source, entry.key);
          return { id, title, entry, change: changes.get(id) };
        });
      });
      const ids = new Set(known.map(({ id }) => id));
      const titles = titlesOf(sources, translate);
      const lost = [...changes.values()].filter(({ _id }) => !ids.has(_id));
      return [
        ...known,
        ...lost.map((change) => ({
          id: change._id,
          title: titles.get(change.source) ?? change.source,
          entry: undefined,
          change,
        })),
      ];
    },
    /** One word. Errors: `not_found` 404 */
    async word(id: string, translate: Translate): Promise<KnownWord> {
      const [language = '', source = '', key = ''] = id.split('~');
      await requireLanguage(language);
      const sources = await context.languages.sources();
      const from = sources.find((one) => one.id === source);
      const entry = from && wordEntries(from, language).find((one) => one.key === key);
      const change = (await stored.findById(id).lean()) ?? undefined;
      if (entry === undefined && change === undefined) throw errors.notFound.create();
      return { id, title: titlesOf(sources, translate).get(source) ?? source, entry, change };
    },
  };
}
export type WordBook = ReturnType<typeof createWordBook>;

function titlesOf(sources: readonly WordSource[], translate: Translate): Map<string, string> {
  return new Map(sources.map(({ id, title }) => [id, translate(title)]));
}

export function stateOf({ entry, change }: Pick<KnownWord, 'entry' | 'change'>): WordState {
  if (entry === undefined) return 'off';
  if (change !== undefined) return change.basis === entry.basis ? 'changed' : 'original_changed';
  return entry.original === '' ? 'missing' : 'original';
}

/** The text in force; empty: the language that stands in has it. */
export const textOf = ({ entry, change }: Pick<KnownWord, 'entry' | 'change'>): string =>
  change?.text ?? entry?.original ?? '';

/** A word as calls answer it. Of one that nobody has written the times say nothing. */
export function wordRow(word: KnownWord): WordRow {
  const [language = '', source = '', key = ''] = word.id.split('~');
  const { entry, change } = word;
  const time = (change?.update_time ?? new Date(0)).toISOString();
  const state = stateOf(word);
  return {
    id: word.id,
    version: change?.version ?? 0,
    create_time: time,
    update_time: time,
    language,
    source,
    key,
    state,
    source_title: word.title,
    text: textOf(word),
    reference: entry?.reference ?? change?.basis ?? '',
    original: entry?.original ?? '',
    former: state === 'original_changed' ? (change?.basis ?? '') : '',
    author: change?.account ?? '',
    changed_time: change === undefined ? null : time,
    rule: entry?.rule ?? wordRuleOf([change?.text ?? '']),
  };
}
