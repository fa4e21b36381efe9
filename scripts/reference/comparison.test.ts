import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';
import { lostTests, namedTests } from './named-tests.ts';

const text = await Bun.file(join(projectRoot, 'docs/plugins/comparison.md')).text();
const rows = [...text.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|/gm)].map(([, number, feature, ours]) => ({
  number,
  feature,
  ours: ours?.trim(),
}));
const proofs = namedTests(text);

test('every tick of the comparison names a test that is there', async () => {
  expect(rows.length).toBeGreaterThan(15);
  for (const { feature, number, ours } of rows) {
    const named = proofs.filter(({ row }) => row === number);
    expect([feature, ours, named.length > 0]).toEqual([feature, '✓', true]);
  }
  expect(lostTests(projectRoot, proofs)).toEqual([]);
});

test('what is said of others has a source', () => {
  for (const other of ['NocoBase', 'Directus', 'Backstage', 'Grafana', 'Vendure']) {
    const [, said = ''] =
      new RegExp(`^- \\*\\*${other}\\.\\*\\*([\\s\\S]*?)(?=^- |^## )`, 'm').exec(text) ?? [];
    expect([other, /\]\(https:\/\/[^)]+\)/.test(said)]).toEqual([other, true]);
  }
});
