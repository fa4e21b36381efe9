import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '../../runtime/contract/index.ts';
import { projectRoot } from '../process.ts';

export const MESSAGES_FILE = join(projectRoot, 'docs/messages.md');
/** Of a plugin's words those that tell a fault; what its screens say otherwise stands beside the screens. */
const IS_FAULT = /(^|\.)(error|fault|failure)s?(\.|_|$)/;

type Words = Record<string, string>;
interface Section {
  title: string;
  /** Words of one language. */
  read(locale: string): Words;
}

/** docs/messages.md as it has to be: each sentence with its key in the three languages. */
export function messagesText(): string {
  const sections = [
    section('What the server answers', (locale) => [`locales/${locale}/server.json`]),
    section('What the shell says', (locale) => [`locales/${locale}/shell.json`]),
    section('Terms that screens share', (locale) => [`locales/${locale}/terms.json`]),
    ...folders('plugins').map((plugin) =>
      section(`Faults of the plugin ${plugin}`, (locale) => filesOf(plugin, locale), IS_FAULT),
    ),
  ];
  return [
    '# Every message with its key',
    '',
    'Written by `bun scripts/write-messages.ts` from the locale files; a test compares. A failure of a call carries the sentence as `message`',
    'and its code as `code`: programs go by the code ([http.md](http.md)), and `error.<code>` is its key where none is named.',
    '',
    ...sections.flatMap(linesOf),
  ].join('\n');
}

function section(title: string, files: (locale: string) => readonly string[], only?: RegExp): Section {
  return {
    title,
    read(locale) {
      const words: Words = Object.assign({}, ...files(locale).map(readWords));
      return Object.fromEntries(Object.entries(words).filter(([key]) => only?.test(key) ?? true));
    },
  };
}

function linesOf({ title, read }: Section): string[] {
  const words = LOCALES.map(read);
  const keys = [...new Set(words.flatMap((some) => Object.keys(some)))].sort();
  if (keys.length === 0) return [];
  const rows = keys.map(
    (key) => `| \`${key}\` | ${words.map((some) => cell(some[key] ?? '–')).join(' | ')} |`,
  );
  const head = `| Key | ${LOCALES.join(' | ')} |`;
  return [`## ${title}`, '', head, `| --- |${' --- |'.repeat(LOCALES.length)}`, ...rows, ''];
}

function filesOf(plugin: string, locale: string): string[] {
  const screens = folders(`plugins/${plugin}/screens`).map(
    (screen) => `plugins/${plugin}/screens/${screen}/${locale}.json`,
  );
  return [`plugins/${plugin}/locales/${locale}.json`, ...screens];
}

function folders(path: string): string[] {
  const full = join(projectRoot, path);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function readWords(file: string): Words {
  const path = join(projectRoot, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
