import { expect, test } from 'bun:test';
import { join } from 'node:path';

const PLUGINS = join(import.meta.dir, '../../plugins');

/** What a page says of each list on it, and all that follows up to the next one. */
const listsOf = (page: string): string[] => page.split('<ResourceList').slice(1);

test('a list whose screen has an export of its own is not offered a second time beside it', async () => {
  const twice: string[] = [];
  let seen = 0;
  for await (const file of new Bun.Glob('**/*.tsx').scan({ cwd: PLUGINS })) {
    if (file.includes('node_modules') || file.includes('.generated')) continue;
    const page = await Bun.file(join(PLUGINS, file)).text();
    if (!page.includes('<ExportButton')) continue;
    seen += 1;
    // What a screen loads itself is exported by nobody else unless it says by which call.
    if (listsOf(page).some((list) => !/\s(exports|load)=/.test(list))) twice.push(file);
  }
  expect(seen).toBeGreaterThan(5);
  expect(twice).toEqual([]);
});
