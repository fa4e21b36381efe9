import { type Client, dictionary, replaceWords, shownLocale, type WordFile } from '@waypost/host-sdk/light';
import { callPlatform } from '../app/call-platform.ts';

/** What operators have written in one language. */
interface WordChanges {
  stamp: string;
  words: Readonly<Record<string, WordFile>>;
}

const STORAGE_KEY = 'waypost.words';
const known = new Map<string, WordChanges>();

/** Puts what this device learned at its last visit in force, so that no word changes before the eyes. */
export function startStoredWords(): void {
  for (const [language, changes] of Object.entries(storedWords())) {
    known.set(language, changes);
    replaceWords(language, changes.words);
  }
}

/**
 * Asks for the words that operators have written in `language`, and in the one that stands in for it. A failure leaves what
 * is known: the page works with it.
 */
export async function loadWordChanges(
  client: Pick<Client, 'post'>,
  language: string = dictionary.language,
): Promise<void> {
  const languages = [...new Set([shownLocale(), language])];
  const isNew = await Promise.all(languages.map((each) => loadOne(client, each)));
  if (!isNew.includes(true)) return;
  // Of the others only the words of this visit are known: they are asked for when they are wanted.
  const kept = Object.fromEntries(languages.map((each) => [each, known.get(each)]));
  localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
}

async function loadOne(client: Pick<Client, 'post'>, language: string): Promise<boolean> {
  const before = known.get(language);
  try {
    const { stamp, words } = await callPlatform(client, 'language/words', {
      language,
      ...(before === undefined ? {} : { stamp: before.stamp }),
    });
    if (words === null || before?.stamp === stamp) return false;
    known.set(language, { stamp, words });
    replaceWords(language, words);
    return true;
  } catch {
    return false;
  }
}

/** What is stored, as far as it is ours. */
function storedWords(): Record<string, WordChanges> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    if (!isRecord(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).flatMap(([language, changes]) =>
        isWordChanges(changes) ? [[language, changes]] : [],
      ),
    );
  } catch {
    return {};
  }
}

function isWordChanges(value: unknown): value is WordChanges {
  return (
    isRecord(value) &&
    typeof value.stamp === 'string' &&
    isRecord(value.words) &&
    Object.values(value.words).every(
      (file) => isRecord(file) && Object.values(file).every((text) => typeof text === 'string'),
    )
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
