import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zWordRule } from '../../languages/rules.ts';

const shown = { write: 'none' } as const;

/** How a word stands: as the product brings it, missing, written here, that and the original is another by now, of a plugin that is off. */
export const WORD_STATES = ['original', 'missing', 'changed', 'original_changed', 'off'] as const;
export type WordState = (typeof WORD_STATES)[number];

/** A word of a language as it is in force; its id is made of language, source and key. Only those that were changed are stored. */
export const languageWord = defineResource({
  name: 'system.language_word',
  area: 'language_word',
  title: 'key',
  fields: {
    /** Empty: it is missing, and the language that stands in has it. */
    text: field(z.string(), { ...shown, list: true, search: true, priority: 0 }),
    /** The English sentence; beside the English one the Chinese. */
    reference: field(z.string(), { ...shown, list: true, priority: 2 }),
    state: field(z.enum(WORD_STATES), {
      ...shown,
      list: true,
      filter: 'in',
      quick: true,
      priority: 1,
      options: [...WORD_STATES],
    }),
    source_title: field(z.string(), { ...shown, list: true, priority: 3 }),
    key: field(z.string(), { ...shown, list: true, priority: 4 }),
    changed_time: field(zTime.nullable(), { ...shown, list: true, priority: 5 }),
    author: field(z.string(), { ...shown, list: true, priority: 6 }),
    language: field(z.string(), shown),
    source: field(z.string(), shown),
    /** The text of the files; empty: they have none in this language. */
    original: field(z.string(), shown),
    /** Where the original is another by now: what it was when this was written. */
    former: field(z.string(), shown),
    rule: field(zWordRule, shown),
  },
  access: 'all',
  // Its list asks for a language: `wordInquire`.
  calls: ['details'],
});
