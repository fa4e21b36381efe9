import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defineResource, field, LOCALES } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { checkPluginFolder } from '@waypost/sdk/conformance';
import { z } from 'zod';

const MANIFEST = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample_leaf', 'sample_twig'],
  server: 'server.ts',
};

test('a list without a title, of a resource without a place in the menu, is headed by a word in each language', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-titles-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  try {
    write('plugin.json', JSON.stringify(MANIFEST));
    write(
      'screens/sample_page/resource.ts',
      "export const leaf = defineResource({\n  name: 'sample.leaf',\n  title: 'text' });\nexport const twig = defineResource({ name: 'sample.twig' });",
    );
    write(
      'screens/sample_page/page.tsx',
      `<ResourceList<typeof leaf>
         resource={leaf}
         details={(row) => <b title="x">{row.text}</b>}
       />
       <ResourceList resource={twig} title="sample.twigs" />
       <ResourceList {...props} resource={twig} />`,
    );
    for (const locale of LOCALES) {
      write(`locales/${locale}.json`, JSON.stringify({ 'plugin.sample': 'S', 'sample.other': 'O' }));
      write(
        `screens/sample_page/${locale}.json`,
        JSON.stringify({
          'sample.leaf.text': 'T',
          ...(locale === 'sw-KE' ? { 'sample.leaf.title': 'L' } : {}),
        }),
      );
    }
    const fields = { text: field(z.string()) };
    const [leaf, twig] = ['leaf', 'twig'].map((noun) =>
      defineResource({
        name: `sample.${noun}`,
        area: `sample_${noun}`,
        title: 'text',
        access: 'all',
        fields,
      }),
    );
    const plugin = definePlugin({
      id: 'sample',
      setup: (context) => {
        for (const one of [leaf, twig]) if (one) context.resource(one);
      },
    });
    const faults = await checkPluginFolder(folder, plugin);
    expect(faults.flatMap(({ path, message }) => (path === 'sample.leaf.title' ? message : []))).toEqual(
      (['zh-CN', 'en-US'] as const).map(
        (locale) =>
          `has no ${locale} text: the list in screens/sample_page/page.tsx, which has no title of its own, shows it; write it in screens/sample_page/${locale}.json`,
      ),
    );
    expect(faults.filter(({ rule, path }) => rule === 'words' && path.includes('twig'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
