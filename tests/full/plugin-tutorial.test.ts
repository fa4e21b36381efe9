import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { signIn } from '../api.ts';
import { authorFolder } from '../author-folder.ts';
import { runWaypost } from '../command-line.ts';
import { ADMINISTRATOR, startSystem } from '../contract/harness.ts';

/** docs/plugins/tutorial.md, step by step: what people type from it has to work. */
const tutorial = readFileSync(join(import.meta.dir, '../../docs/plugins/tutorial.md'), 'utf8');
const home = mkdtempSync(join(tmpdir(), 'waypost-tutorial-'));
const plugin = join(home, 'loyalty-cards');
const author = authorFolder(plugin);
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Its blocks in order: files to write and lines to type. */
const steps = [...tutorial.matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm)].flatMap(
  ([, language = '', file, text = '']): { file?: string; text: string }[] => {
    if (file !== undefined) return [{ file, text }];
    if (language !== 'sh') return [];
    return text
      .trim()
      .split('\n')
      .map((line) => ({ text: line }));
  },
);

test('the tutorial leads to a plugin that works', async () => {
  const system = await startSystem();
  try {
    const typed: string[] = [];
    for (const { file, text } of steps) {
      if (file !== undefined) {
        mkdirSync(dirname(join(plugin, file)), { recursive: true });
        writeFileSync(join(plugin, file), text);
        continue;
      }
      typed.push(text);
      const [program, ...words] = text.replaceAll('../', `${home}/`).split(' ');
      if (program === 'bun') {
        const { code, text: said } = await author.bun(...words);
        expect({ text, code, said: code === 0 ? '' : said }).toEqual({ text, code: 0, said: '' });
        continue;
      }
      expect(text).toStartWith('npm run -s waypost -- ');
      const { code, error } = await runWaypost(system.dataDirectory, words.slice(words.indexOf('--') + 1), {
        ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
      });
      // What takes its time says so; a fault would have more to say.
      const faults = error.replace(/^Packing the SDK for the plugin; .*$/m, '').trim();
      expect({ text, code, faults }).toEqual({ text, code: 0, faults: '' });
      if (words.includes('new')) await author.install();
    }
    expect(typed).toHaveLength(9);

    const api = await signIn(system.origin, ADMINISTRATOR);
    const add = () =>
      api.call<{ id: string }>('loyalty_card/add', { holder: 'Amina', phone: '+254 700 1000' });
    const end = Date.now() + 60_000;
    let added = await add();
    while (added.status !== 200 && Date.now() < end) {
      await Bun.sleep(200);
      added = await add();
    }
    const { id } = added.content;
    const answers: boolean[] = [];
    for (let coffee = 0; coffee < 10; coffee += 1)
      answers.push((await api.call<{ is_free: boolean }>('loyalty_card/stamp', { id })).content.is_free);
    expect(answers).toEqual([...Array(9).fill(false), true]);
    const row = await api.call('loyalty_card/details', { id });
    expect(row.content).toMatchObject({ holder: 'Amina', stamps: 0, free_coffees: 1 });
    expect((await api.call('loyalty_card/add', { holder: 'A', phone: '1', stamps: 9 })).status).toBe(422);
  } finally {
    await system.stop();
  }
}, 400_000);
