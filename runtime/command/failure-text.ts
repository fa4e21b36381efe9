import { join } from 'node:path';
import { AppError } from '@waypost/contract';
import { findText, readPluginWords, readServerWords, type Words } from '../services/locale/texts.ts';

const ROOT = join(import.meta.dir, '../..');

/** One sentence a fault, for a person at a terminal. Texts are those of the server's answers, in English. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : String(error);
  const sources = await wordSources();
  const text = (key: string, params = {}) => findText(sources, 'en-US', key, params) ?? key;
  const issues = error.errors.map(({ path, message, params }) => `${path}: ${text(message, params)}`);
  return issues.length > 0 ? issues.join('\n') : text(error.messageKey, error.params);
}

async function wordSources(): Promise<Words[]> {
  return Promise.all([readServerWords(join(ROOT, 'locales')), readPluginWords(join(ROOT, 'plugins/system'))]);
}
