import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSigningKey, packFolder, signArchive } from '../../runtime/package/index.ts';

/** Whose signature the servers of these tests trust. */
export const author = makeSigningKey();

interface ShelfRelease {
  id?: string;
  version: string;
  manifest?: Record<string, unknown>;
  /** JavaScript inside `setup(context)`. */
  setup?: string;
  /** JavaScript of the `migrations` array. */
  migrations?: string;
  isSigned?: boolean;
  /** False: it has no collection. */
  hasBooks?: boolean;
}

/**
 * Packs a release of a plugin that keeps books: resource `<id>.book`, calls `version`, `fail` and `slow`, so that a
 * test sees which code serves, on which data. `slow` ends after `milliseconds`, or as soon as there is the `file`.
 */
export async function packShelf(release: ShelfRelease): Promise<Uint8Array> {
  const id = release.id ?? 'shelf';
  const area = id.replaceAll('-', '_');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-shelf-'));
  try {
    const manifest = {
      id,
      version: release.version,
      engine: '^0.1.0',
      title: `${id}.title`,
      areas: [...(release.hasBooks === false ? [] : [`${area}_book`]), `${area}_call`],
      server: 'server.js',
      ...release.manifest,
    };
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest));
    mkdirSync(join(folder, 'locales'));
    for (const locale of ['zh-CN', 'en-US', 'sw-KE'])
      writeFileSync(
        join(folder, 'locales', `${locale}.json`),
        JSON.stringify({ [`${id}.title`]: `Shelf ${locale}` }),
      );
    writeFileSync(join(folder, 'server.js'), serverOf(id, area, release));
    const archive = await packFolder(folder);
    return release.isSigned === false ? archive : await signArchive(archive, author.privateKeyPem);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function serverOf(id: string, area: string, release: ShelfRelease): string {
  return `
import { defineCall, defineResource, defineSettings, field } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const book = defineResource({
  name: '${id}.book',
  area: '${area}_book',
  title: 'name',
  fields: { name: field(z.string().min(1), { search: true }), pages: field(z.int(), { default: 0 }) },
  access: 'all',
  onUninstall: 'archive',
  menu: { route: '${area}_book', parent: 'shelf', roles: ['administrator'] },
});
const version = defineCall({ area: '${area}_call', call: 'version', body: z.strictObject({}), result: z.object({ version: z.string() }), access: { signedIn: true }, summary: 'Version', ratePerMinute: 1000000 });
const fail = defineCall({ area: '${area}_call', call: 'fail', body: z.strictObject({ fails: z.boolean() }), result: z.null(), access: { signedIn: true }, summary: 'Fails' });
const slow = defineCall({ area: '${area}_call', call: 'slow', body: z.strictObject({ milliseconds: z.int(), file: z.string().optional() }), result: z.object({ version: z.string() }), access: { signedIn: true }, summary: 'Waits' });

export const plugin = definePlugin({
  id: '${id}',
  migrations: [${release.migrations ?? ''}],
  async setup(context) {
    ${release.hasBooks === false ? '' : 'context.resource(book);'}
    context.call(version, () => ({ version: '${release.version}' }));
    context.call(fail, ({ fails }) => {
      if (fails) throw new Error('this part is broken');
      return null;
    });
    context.call(slow, async ({ milliseconds, file }) => {
      const end = performance.now() + milliseconds;
      while (performance.now() < end && !(file && (await Bun.file(file).exists()))) await Bun.sleep(20);
      return { version: '${release.version}' };
    });
    ${release.setup ?? ''}
  },
});
`;
}
