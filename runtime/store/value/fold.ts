/** What texts are folded with. */
export interface FoldSettings {
  locale: string;
  sensitivity: 'base' | 'accent' | 'variant';
  isNumeric: boolean;
  collator: Intl.Collator;
}

/**
 * Makes the function that gives equal texts for texts that the collator takes as equal. Each character becomes the first
 * of some guesses that the collator does not tell from it; so locales that know more letters keep them apart.
 */
export const createFold = (settings: FoldSettings): ((text: string) => string) => {
  const folded = new Map<string, string>();
  const foldCharacter = (character: string): string => {
    const known = folded.get(character);
    if (known !== undefined) return known;
    // A guess that leads back here stays as it is.
    folded.set(character, character);
    const { collator } = settings;
    const guess = guesses(character, settings).find((one) => collator.compare(one, character) === 0);
    const result = guess === undefined || guess === character ? character : foldAll(guess);
    folded.set(character, result);
    return result;
  };
  const foldAll = (text: string): string => {
    let result = '';
    for (const character of text) result += foldCharacter(character);
    return result.normalize('NFC');
  };
  // The one pair of characters that root rules take as a letter's other form (Catalan l·l).
  const isDotPassedOver = settings.collator.compare('l·', 'l') === 0;
  return (text) => {
    let result = foldAll(text.normalize('NFC'));
    if (isDotPassedOver) result = result.replaceAll('l·', 'l');
    return settings.isNumeric ? withoutZeros(result) : result;
  };
};

/** Letters that do not come apart by Unicode's rules, and what some locales take them for. */
const LETTERS: Record<string, string[]> = {
  æ: ['ae', 'ä'],
  å: ['aa'],
  œ: ['oe'],
  ø: ['o', 'ö'],
  ü: ['y'],
  đ: ['d'],
  ð: ['d'],
  ħ: ['h'],
  ı: ['i'],
  ł: ['l'],
  ŋ: ['n'],
  ŧ: ['t'],
  ß: ['ss'],
  ſ: ['s'],
};
const KANA = /^[\u3041-\u30f6]$/;
const KATAKANA = /^[\u30a1-\u30f6]$/;
const KANA_DISTANCE = 0x60;
const SMALL_KANA = 'ぁぃぅぇぉっゃゅょゎゕゖ';
const LARGE_KANA = 'あいうえおつやゆよわかけ';

/** The large hiragana that a kana is a form of. */
const kanaOf = (character: string): string[] => {
  if (!KANA.test(character)) return [];
  const hiragana = KATAKANA.test(character)
    ? String.fromCharCode(character.charCodeAt(0) - KANA_DISTANCE)
    : character;
  const at = SMALL_KANA.indexOf(hiragana);
  return at < 0 ? [hiragana] : [LARGE_KANA[at] as string, hiragana];
};

const guesses = (character: string, { locale, sensitivity }: FoldSettings): string[] => {
  // At this strength only what is ignored, and other spellings of the same character, are equal.
  if (sensitivity === 'variant') return ['', ...kanaOf(character), character.normalize('NFKC'), character];
  const tag = locale.replaceAll('_', '-');
  const lower = (text: string): string => text.toLocaleUpperCase(tag).toLocaleLowerCase(tag).normalize('NFC');
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  const found = ['', ...(LETTERS[lower(bare)] ?? []), ...(LETTERS[lower(character)] ?? []), lower(bare)];
  found.unshift(...kanaOf(bare), ...kanaOf(character));
  // Without its last mark, which leaves letters of the locale's own.
  found.push(lower([...character.normalize('NFD')].slice(0, -1).join('')));
  found.push(lower(character.normalize('NFKC')), character.toLocaleLowerCase(tag));
  if (/\p{Nd}/u.test(character)) found.push(...'0123456789');
  return found;
};

const withoutZeros = (text: string): string =>
  text.replace(/0+(?=\d)/g, (zeros, at: number) => (isDigit(text[at - 1]) ? zeros : ''));

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9';
