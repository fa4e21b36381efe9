import { defineCall, LANGUAGE_CODE_PATTERN, pageOf, pagingShape, zTime } from '@waypost/contract';
import { z } from 'zod';
import { WORD_MAX_LENGTH } from '../../languages/rules.ts';
import { languageWord, WORD_STATES } from './resource.ts';

const area = 'language_word';
const READ = { permission: 'system.language_word:read' } as const;
const WRITE = { permission: 'system.language_word:update' } as const;

const zLanguage = z.string().regex(LANGUAGE_CODE_PATTERN);
const zSource = z.string().min(1).max(40);
/** `<language>~<source>~<key>`. */
const zWordId = z
  .string()
  .max(300)
  .regex(/^[^~]+~[^~]+~[^~]+$/);
const { fields } = languageWord;
const zRow = z.object({
  id: zWordId,
  version: z.int(),
  create_time: zTime,
  update_time: zTime,
  language: zLanguage,
  source: z.string(),
  source_title: z.string(),
  key: z.string(),
  text: z.string(),
  reference: z.string(),
  original: z.string(),
  former: z.string(),
  author: z.string(),
  state: fields.state.schema,
  changed_time: fields.changed_time.schema,
  rule: fields.rule.schema,
});
export type WordRow = z.infer<typeof zRow>;

export const wordInquire = defineCall({
  area,
  call: 'inquire',
  /** `search`: part of the key, or of the text in any language. */
  body: z.strictObject({
    ...pagingShape,
    language: zLanguage,
    search: z.string().max(200).optional(),
    source: zSource.optional(),
    state: z.array(z.enum(WORD_STATES)).max(WORD_STATES.length).optional(),
  }),
  result: pageOf(zRow),
  access: READ,
  summary: 'The words of a language as they are in force, and which of them were written here',
});

export const wordDetails = defineCall({
  area,
  call: 'details',
  body: z.strictObject({ id: zWordId }),
  result: zRow,
  access: READ,
  summary: 'One word of a language',
});

export const wordOverview = defineCall({
  area,
  call: 'overview',
  body: z.strictObject({}),
  result: z.object({
    languages: z.array(
      z.object({
        language: zLanguage,
        title: z.string(),
        total: z.int(),
        missing: z.int(),
        changed: z.int(),
        original_changed: z.int(),
      }),
    ),
    sources: z.array(z.object({ source: z.string(), title: z.string() })),
  }),
  access: READ,
  summary: 'How many words each language has, lacks and had changed, and where words come from',
});

export const wordUpdate = defineCall({
  area,
  call: 'update',
  /** `version`: 0 of a word that nobody has changed yet. */
  body: z.strictObject({
    id: zWordId,
    version: z.int().min(0),
    text: z.string().min(1).max(WORD_MAX_LENGTH),
  }),
  result: zRow,
  access: WRITE,
  summary: 'Writes a word anew; it is in force at once, in answers and in every open page',
});

export const wordKeep = defineCall({
  area,
  call: 'keep',
  body: z.strictObject({ id: zWordId, version: z.int().min(1) }),
  result: zRow,
  access: WRITE,
  summary: 'Says that a word stays as it was written here although the original is another by now',
});

export const wordRemove = defineCall({
  area,
  call: 'remove',
  body: z.strictObject({ ids: z.array(zWordId).min(1).max(200) }),
  result: z.object({ count: z.int() }),
  access: WRITE,
  summary: 'Takes changes of words back: the originals are in force again',
});

export const wordRemoveAll = defineCall({
  area,
  call: 'remove_all',
  /** `count`: how many somebody was told of. */
  body: z.strictObject({ language: zLanguage, source: zSource.optional(), count: z.int().min(1) }),
  result: z.object({ count: z.int() }),
  access: WRITE,
  summary: 'Takes every change of a language back, or those of one source',
});

export const wordExport = defineCall({
  area,
  call: 'export',
  body: z.strictObject({
    language: zLanguage,
    format: z.enum(['json', 'csv']),
    source: zSource.optional(),
    state: z.array(z.enum(WORD_STATES)).max(WORD_STATES.length).optional(),
  }),
  result: z.object({ name: z.string(), media_type: z.string(), data: z.string() }),
  access: READ,
  ratePerMinute: 30,
  summary: 'The words of a language as a file: JSON, or a table with the originals beside them',
});

/** The most that a call may take; packed, all words of a language are a fifth of it. */
const FILE_BODY_BYTES = 1_048_576;
const zData = z.base64();

const zCounts = z.object({
  written: z.int(),
  taken_back: z.int(),
  same: z.int(),
  empty: z.int(),
  refused: z.int(),
});

export const wordPreview = defineCall({
  area,
  call: 'preview',
  /** `data`: the file, as it is or packed by gzip. */
  body: z.strictObject({ language: zLanguage, data: zData }),
  result: z.object({
    /** Says what `import` would do now; it is handed back to it. */
    stamp: z.string(),
    counts: zCounts,
    /** The first of them. */
    changes: z.array(
      z.object({ source_title: z.string(), key: z.string(), before: z.string(), after: z.string() }),
    ),
    refused: z.array(
      z.object({ line: z.int(), source: z.string(), key: z.string(), text: z.string(), reason: z.string() }),
    ),
  }),
  access: WRITE,
  ratePerMinute: 30,
  bodyLimit: FILE_BODY_BYTES,
  summary: 'What a file of words would change, and what of it is refused and why; nothing is written',
});

export const wordImport = defineCall({
  area,
  call: 'import',
  /** `stamp`: of the preview. What that refused is left out. */
  body: z.strictObject({ language: zLanguage, data: zData, stamp: z.string().max(64) }),
  result: z.object({ counts: zCounts }),
  access: WRITE,
  ratePerMinute: 30,
  bodyLimit: FILE_BODY_BYTES,
  summary: 'Writes the words of a file, all or none; they are in force at once',
});
