import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const provided = new Set(
  [...readFileSync(join(import.meta.dirname, 'arco-parts.ts'), 'utf8').matchAll(/default as (\w+)/g)].map(
    ([, name]) => name,
  ),
);

test('every part of Arco that a screen asks for is in the page', () => {
  const missing: string[] = [];
  for (const file of new Bun.Glob('{host,plugins}/**/*.{ts,tsx}').scanSync(root)) {
    if (/node_modules|\/dist\/|\.generated/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, names = ''] of text.matchAll(/import \{([^}]*)\} from '@arco-design\/web-react'/g))
      for (const entry of names.split(',')) {
        const name = entry.trim().split(' ')[0] ?? '';
        if (name !== '' && !entry.trim().startsWith('type ') && !provided.has(name))
          missing.push(`${file}: ${name}`);
      }
  }
  expect(missing).toEqual([]);
});
