import { paging } from '@waypost/contract';
import { languageWords } from '@waypost/contract/platform';
import type { LanguageWords, PlatformContext } from '@waypost/sdk/platform';
import { createWordChanges } from '../../languages/change-words.ts';
import { createWordImport } from '../../languages/import-words.ts';
import { createWordBook, type KnownWord, stateOf, textOf, wordRow } from '../../languages/word-book.ts';
import { writeCsv, writeJson } from '../../languages/word-file.ts';
import { language as languageResource } from '../language_list/resource.ts';
import {
  wordDetails,
  wordExport,
  wordImport,
  wordInquire,
  wordKeep,
  wordOverview,
  wordPreview,
  wordRemove,
  wordRemoveAll,
  wordUpdate,
} from './calls.ts';
import type { WordState } from './resource.ts';

interface Wish {
  search?: string | undefined;
  source?: string | undefined;
  state?: readonly WordState[] | undefined;
}

/** Mounts the words of all languages: pages ask for what was written, operators write it. */
export function mountLanguageWords(context: PlatformContext): void {
  const book = createWordBook(context);
  const changes = createWordChanges(context, book);
  const files = createWordImport(context, book);
  const copyOf = createCopies();
  context.menu(
    { route: 'language_word', parent: 'extensions', sort: 39, isHidden: true, roles: ['administrator'] },
    'system.language_word:read',
    ['system.language_word:update'],
  );
  context.call(languageWords, async ({ language, stamp }) => {
    const found = await context.languages.inForce(language);
    return {
      stamp: found.stamp,
      words: stamp === found.stamp ? null : copyOf(found.words),
    };
  });
  context.call(wordInquire, async ({ language, search, source, state, ...place }, { translate }) => {
    await book.requireLanguage(language);
    const { page, page_size, skip } = paging(place);
    const found = filtered(await book.words(language, translate), { search, source, state });
    const content = found.slice(skip, skip + page_size).map(wordRow);
    return { content, count: found.length, page, page_size };
  });
  context.call(wordDetails, async ({ id }, { translate }) => wordRow(await book.word(id, translate)));
  context.call(wordOverview, async (_body, { translate }) => {
    const [sources, languages] = await Promise.all([
      context.languages.sources(),
      context.model(languageResource).find({}).sort({ _id: 1 }).lean(),
    ]);
    return {
      languages: await Promise.all(
        languages.map(async ({ code, title }) => {
          const states = (await book.words(code, translate)).map(stateOf);
          const count = (...wanted: WordState[]) => states.filter((state) => wanted.includes(state)).length;
          return {
            language: code,
            title,
            total: states.length - count('off'),
            missing: count('missing'),
            changed: count('changed', 'original_changed', 'off'),
            original_changed: count('original_changed'),
          };
        }),
      ),
      sources: sources.map(({ id, title }) => ({ source: id, title: translate(title) })),
    };
  });
  context.call(wordUpdate, async (body, request) => wordRow(await changes.write(body, request)));
  context.call(wordKeep, async (body, request) => wordRow(await changes.keep(body, request)));
  context.call(wordRemove, (body, request) => changes.remove(body, request));
  context.call(wordRemoveAll, (body, request) => changes.removeAll(body, request));
  context.call(wordExport, async ({ language, format, source, state }, { translate }) => {
    await book.requireLanguage(language);
    const found = filtered(await book.words(language, translate), { source, state }).flatMap((word) => {
      const { entry } = word;
      if (entry === undefined) return [];
      const { key, original, reference } = entry;
      return [{ source: entry.source, key, original, reference, text: textOf(word) }];
    });
    return format === 'json'
      ? {
          name: `words-${language}.json`,
          media_type: 'application/json',
          data: writeJson(language, found),
        }
      : { name: `words-${language}.csv`, media_type: 'text/csv', data: writeCsv(language, found) };
  });
  context.call(wordPreview, (body, request) => files.preview(body, request));
  context.call(wordImport, (body, request) => files.run(body, request));
}

type Words = Record<string, Record<string, string>>;

/** Words of which an answer may be made: a copy of what is in force, which everybody gets until a word is another. */
function createCopies(): (words: LanguageWords['words']) => Words {
  const kept = new WeakMap<LanguageWords['words'], Words>();
  return (words) => {
    const copy = kept.get(words) ?? (structuredClone(words) as Words);
    kept.set(words, copy);
    return copy;
  };
}

function filtered(words: readonly KnownWord[], { search = '', source, state = [] }: Wish): KnownWord[] {
  const text = search.trim().toLowerCase();
  return words.filter(
    (word) =>
      (source === undefined || sourceOf(word) === source) &&
      (state.length === 0 || state.includes(stateOf(word))) &&
      (text === '' || has(word, text)),
  );
}

const sourceOf = ({ entry, change }: KnownWord): string | undefined => entry?.source ?? change?.source;

function has({ entry, change }: KnownWord, text: string): boolean {
  return (
    (entry?.searched.includes(text) ?? change?.key.toLowerCase().includes(text) ?? false) ||
    (change?.text.toLowerCase().includes(text) ?? false)
  );
}
