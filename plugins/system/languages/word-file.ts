import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeText, defineError } from '@waypost/contract';
import { CSV_START, cellText, csvRow, readCsv } from '@waypost/sdk';
import { z } from 'zod';
import { WORD_MAX_LENGTH } from './rules.ts';

/** Largest file that is read, bytes: several times all words of the product. */
const FILE_MAX_BYTES = 8 * 1_024 * 1_024;
/** Letters of one line of a table: a key and the three texts beside it, with room for quotation marks. */
const LINE_MAX = 20 * WORD_MAX_LENGTH;

export const wordFileUnreadable = defineError({ code: 'words_file_unreadable', status: 422 });
export const wordFileTooLarge = defineError({ code: 'words_file_too_large', status: 422, params: ['most'] });
export const wordFileForm = defineError({ code: 'words_file_form', status: 422 });
export const wordFileLanguage = defineError({
  code: 'words_file_language',
  status: 422,
  params: ['found', 'wanted'],
});

/** One word of a file. */
export interface FileWord {
  source: string;
  key: string;
  text: string;
  /** Line of a table, from 1; of JSON, which nobody counts, 0. */
  line: number;
}

/** A line that is no word. */
export interface FileFault {
  line: number;
  kind: 'cells' | 'too_long' | 'open';
}

/** The columns of a table of words; those that nobody imports are for whoever translates. */
const COLUMNS = ['language', 'source', 'key', 'original', 'english', 'text'] as const;
const zFile = z.object({
  language: z.string(),
  words: z.record(z.string(), z.record(z.string(), z.string())),
});

/** All words of a language as JSON, in the order of their keys, so that two exports can be compared. */
export function writeJson(language: string, words: readonly Omit<FileWord, 'line'>[]): string {
  const sources: Record<string, Record<string, string>> = {};
  for (const { source, key, text } of words) {
    sources[source] ??= {};
    (sources[source] as Record<string, string>)[key] = text;
  }
  return `${JSON.stringify({ language, words: sources }, null, 2)}\n`;
}

/** The same as a table; no cell of it is a formula. */
export function writeCsv(
  language: string,
  words: readonly (Omit<FileWord, 'line'> & { original: string; reference: string })[],
): string {
  const rows = words.map(({ source, key, text, original, reference }) =>
    csvRow([language, source, key, original, reference, text]),
  );
  return `${CSV_START}${csvRow(COLUMNS)}${rows.join('')}`;
}

/**
 * Reads a file of words, JSON or a table; gzip around it is taken off.
 * Errors: 422 `words_file_too_large`, `words_file_unreadable` (no text, or in no encoding of Unicode), `words_file_form`
 * (neither of the two), `words_file_language` (words of another language)
 */
export async function readWordFile(
  data: Uint8Array,
  language: string,
): Promise<{ words: FileWord[]; faults: FileFault[] }> {
  const text = textOf(await unpacked(data), language);
  const file = /^\s*\{/.test(text) ? readJson(text) : readTable(text);
  const foreign = [...file.languages].find((found) => found !== language);
  if (foreign !== undefined) throw wordFileLanguage.create({ found: foreign.slice(0, 40), wanted: language });
  return file;
}

async function unpacked(data: Uint8Array): Promise<Uint8Array> {
  const tooLarge = () => wordFileTooLarge.create({ most: FILE_MAX_BYTES / 1_048_576 });
  if (data.length > FILE_MAX_BYTES) throw tooLarge();
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  try {
    return await promisify(gunzip)(data, { maxOutputLength: FILE_MAX_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw wordFileUnreadable.create({}, { cause: error });
  }
}

/**
 * Words of other languages are taken as Unicode alone: in the encodings that came before it their letters would be read as
 * Chinese ones, which nobody would notice before people read them.
 */
function textOf(data: Uint8Array, language: string): string {
  const text = decodeText(data);
  const isUnicode = () => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(data) !== undefined;
    } catch {
      return (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
    }
  };
  if (text === undefined || (!language.startsWith('zh') && !isUnicode())) throw wordFileUnreadable.create();
  return text;
}

interface ReadFile {
  languages: Set<string>;
  words: FileWord[];
  faults: FileFault[];
}

function readJson(text: string): ReadFile {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (cause) {
    throw wordFileForm.create({}, { cause });
  }
  const parsed = zFile.safeParse(found);
  if (!parsed.success) throw wordFileForm.create({}, { cause: parsed.error });
  const words = Object.entries(parsed.data.words).flatMap(([source, keys]) =>
    Object.entries(keys).map(([key, word]) => ({ source, key, text: word, line: 0 })),
  );
  return { languages: new Set([parsed.data.language]), words, faults: [] };
}

function readTable(text: string): ReadFile {
  const file: ReadFile = { languages: new Set(), words: [], faults: [] };
  let at: Readonly<Record<(typeof COLUMNS)[number], number>> | undefined;
  for (const { line, cells, isTooLong, isOpen } of readCsv(text, { longest: LINE_MAX })) {
    if (at === undefined) {
      at = placesIn(cells);
      continue;
    }
    const cell = (name: 'language' | 'source' | 'key' | 'text') => cells[at?.[name] ?? -1] ?? '';
    const [language = '', source = '', key = ''] = (['language', 'source', 'key'] as const).map((name) =>
      cell(name).trim(),
    );
    if (isTooLong || isOpen) file.faults.push({ line, kind: isOpen ? 'open' : 'too_long' });
    else if (language === '' || source === '' || key === '') file.faults.push({ line, kind: 'cells' });
    else {
      file.languages.add(language);
      file.words.push({ source, key, text: cellText(cell('text')), line });
    }
  }
  if (at === undefined) throw wordFileForm.create();
  return file;
}

/** Where each column stands: people move and leave out those that they do not need. */
function placesIn(head: readonly string[]): Readonly<Record<(typeof COLUMNS)[number], number>> {
  const names = head.map((name) => name.replace(CSV_START, '').trim().toLowerCase());
  const places = Object.fromEntries(COLUMNS.map((name) => [name, names.indexOf(name)]));
  if (['language', 'source', 'key', 'text'].some((name) => places[name] === -1)) throw wordFileForm.create();
  return places as Record<(typeof COLUMNS)[number], number>;
}
