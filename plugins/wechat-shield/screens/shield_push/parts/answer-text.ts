import type { WordsFunction } from '@waypost/host-sdk';

const STATUS = /^\d{3}$/;

/** What stood between a webhook and its notice: the status that it answered, or words for what kept it from answering. */
export const answerText = (answer: string, words: WordsFunction): string =>
  STATUS.test(answer) ? `HTTP ${answer}` : words.first([`wechat-shield.push.answer.${answer}`, answer]);
