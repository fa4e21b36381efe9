import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';

const text = await Bun.file(join(projectRoot, 'docs/plugins/comparison.md')).text();
const rows = [...text.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|/gm)].map(([, number, feature, ours]) => ({
  number,
  feature,
  ours: ours?.trim(),
}));
const proofs = [...text.matchAll(/^- (\d+) `([^`]+)` › (.+)$/gm)].map(([, number, file = '', name = '']) => ({
  number,
  file,
  name,
}));

/** The file as it is written, without what tells quotes within a text from its end. */
const sourceOf = async (file: string) =>
  (await Bun.file(join(projectRoot, file)).text()).replaceAll(/\\(['"`])/g, '$1');

test('every tick of the comparison names a test that is there', async () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const { feature, number, ours } of rows) {
    const named = proofs.filter((proof) => proof.number === number);
    expect([feature, ours, named.length > 0]).toEqual([feature, '✓', true]);
  }
  for (const { file, name } of proofs) {
    expect([file, existsSync(join(projectRoot, file))]).toEqual([file, true]);
    expect([file, name, (await sourceOf(file)).includes(name)]).toEqual([file, name, true]);
  }
});

test('what is said of others has a source', () => {
  for (const other of ['NocoBase', 'Directus', 'Backstage', 'Grafana', 'Vendure']) {
    const [, said = ''] =
      new RegExp(`^- \\*\\*${other}\\.\\*\\*([\\s\\S]*?)(?=^- |^## )`, 'm').exec(text) ?? [];
    expect([other, /\]\(https:\/\/[^)]+\)/.test(said)]).toEqual([other, true]);
  }
});
