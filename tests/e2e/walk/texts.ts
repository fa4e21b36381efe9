import { LOCALES, type Locale } from '@waypost/contract';
import { readWords } from '../words.ts';

/** The sentences of one language, as a page may show them. */
interface Sentences {
  exact: ReadonlySet<string>;
  /** Those with figures and names in them. */
  filled: readonly RegExp[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function sentencesOf(locale: Locale): Sentences {
  const texts = [...readWords(locale).values()].map((text) => text.replace(/\s+/g, ' ').trim());
  // A frame around figures alone says nothing of a language.
  const filled = texts.filter(
    (text) => /\p{L}{2}/u.test(text.replace(/{{.*?}}/g, '')) && text.includes('{{'),
  );
  return {
    exact: new Set(texts),
    filled: filled.map((text) => {
      const pattern = text.split(/{{\s*\w+\s*}}/).map(escaped);
      return new RegExp(`^${pattern.join('.*')}$`);
    }),
  };
}

const SENTENCES = Object.fromEntries(LOCALES.map((locale) => [locale, sentencesOf(locale)])) as Record<
  Locale,
  Sentences
>;
/** First parts of the keys of words, which no text has. */
const KEY_HEADS = new Set([...readWords('en-US').keys()].map((key) => key.split('.')[0]));

const asked = new Map<string, boolean>();

/** Whether a text is one of a language's sentences. */
export function isOf(locale: Locale, text: string): boolean {
  const { exact, filled } = SENTENCES[locale];
  if (exact.has(text)) return true;
  const known = asked.get(`${locale} ${text}`);
  if (known !== undefined) return known;
  const answer = filled.some((pattern) => pattern.test(text));
  asked.set(`${locale} ${text}`, answer);
  return answer;
}

/** What of a screen's texts is not for whoever reads: keys in the place of words, and words of another language. */
export function foreignTexts(locale: Locale, texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    if (isKey(text)) return [`a key: ${text}`];
    if (locale !== 'zh-CN' && /\p{Script=Han}/u.test(text)) return [`Chinese: ${text}`];
    const other = LOCALES.find((one) => one !== locale && SENTENCES[one].exact.has(text));
    return other !== undefined && !isOf(locale, text) ? [`${other}: ${text}`] : [];
  });
}

/** Whether a text is the key of a translation that is missing. */
export function isKey(text: string): boolean {
  return /^[a-z_-]+(\.[\p{L}\d_-]+)+$/u.test(text) && KEY_HEADS.has(text.split('.')[0]);
}

/**
 * Texts that read the same in every language and are no word that all languages share: names that people have given,
 * figures and addresses, or a sentence that nobody has translated.
 */
export function unmoved(rounds: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = rounds;
  return first.filter(
    (text) =>
      others.every((texts) => texts.includes(text)) &&
      /\p{L}{2}/u.test(text) &&
      !LOCALES.every((locale) => isOf(locale, text)),
  );
}
