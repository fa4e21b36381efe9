import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { firstWords } from './entry-words.ts';

const ROOT = join(import.meta.dir, '../../../..');
const LANGUAGES = ['en-US', 'zh-CN', 'sw-KE'];
/** Entries of our own plugins as the sources write them. */
const TYPE = /type: '((?:system|qr)\.[a-z_]+\.[a-z_]+)'/g;

async function* sources(pattern: string) {
  for await (const path of new Glob(pattern).scan(ROOT))
    if (!/\.test\.ts$|\/(?:dist|node_modules)\//.test(path)) yield Bun.file(join(ROOT, path));
}

test('whatever is recorded has words for what it is about and for what was done, in each language', async () => {
  const types = new Set<string>();
  for (const pattern of ['plugins/{system,qr}/**/*.ts', 'runtime/{services,command}/**/*.ts'])
    for await (const file of sources(pattern))
      for (const [, type = ''] of (await file.text()).matchAll(TYPE)) types.add(type);
  expect(types.size).toBeGreaterThan(30);
  for (const language of LANGUAGES) {
    const words: Record<string, string> = {};
    for (const pattern of [`locales/${language}/*.json`, `plugins/*/**/${language}.json`])
      for await (const file of sources(pattern)) Object.assign(words, await file.json());
    const translate = (key: string) => words[key] ?? key;
    const untold = [...types].filter((type) => {
      const at = type.lastIndexOf('.');
      const [noun, verb] = [type.slice(0, at), type.slice(at + 1)];
      const done = firstWords(translate, [`audit.${type}`, `log.verb.${verb}`, `${noun}.action.${verb}`]);
      return done === undefined || firstWords(translate, [`log.noun.${noun}`]) === undefined;
    });
    expect([language, untold]).toEqual([language, []]);
  }
});
