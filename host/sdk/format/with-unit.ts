import type { WordsFunction } from '../words/words.ts';

/** A figure with its unit as the language has them: "15 minutes", "dakika 15"; a percentage is one word everywhere: 15%. */
export function withUnit(figure: string, unit: string, words: WordsFunction): string {
  return unit === '%' ? `${figure}%` : words('list.with_unit', { figure, unit });
}
