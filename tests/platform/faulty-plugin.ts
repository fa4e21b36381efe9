import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packFolder, signArchive } from '../../runtime/package/index.ts';
import { author } from './shelf.ts';

/** Collection by which a test tells the plugin that it cannot be set up: a document `ends`. */
export const CAUSES = 'faulty_cause';
/** Where the plugin's author wrote what throws. */
export const THROWING_LINE = 'parts/break-down.ts:4';

interface FaultyRelease {
  id?: string;
  version: string;
  /** TypeScript at the end of `setup(context)`. */
  setup?: string;
  isSigned?: boolean;
}

/**
 * Packs a plugin whose process ends itself: at each call of `end`, and in its setup as long as its collection holds the
 * cause. `version` says that it serves, `fail` throws in another file than server.ts.
 */
export async function packFaulty(release: FaultyRelease): Promise<Uint8Array> {
  const id = release.id ?? 'faulty';
  const area = `${id.replaceAll('-', '_')}_call`;
  const folder = mkdtempSync(join(tmpdir(), 'waypost-faulty-'));
  const files: Record<string, string> = {
    'plugin.json': JSON.stringify({
      id,
      version: release.version,
      engine: '^0.1.0',
      title: `${id}.title`,
      areas: [area],
      server: 'server.ts',
    }),
    'server.ts': serverOf(id, area, release),
    'parts/break-down.ts': `/** Throws; the line of it is what a log has to name. */
export function breakDown(wish: { word: string }): never {
  const text: string = \`\${wish.word} broke down\`;
  throw new Error(text);
}
`,
    ...Object.fromEntries(
      ['zh-CN', 'en-US', 'sw-KE'].map((locale) => [
        `locales/${locale}.json`,
        JSON.stringify({ [`${id}.title`]: `Faulty ${locale}` }),
      ]),
    ),
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const archive = await packFolder(folder);
    return release.isSigned === false ? archive : await signArchive(archive, author.privateKeyPem);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function serverOf(id: string, area: string, { version, setup = '' }: FaultyRelease): string {
  return `
import { defineCall } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';
import { breakDown } from './parts/break-down.ts';

const call = (name: string) =>
  defineCall({ area: '${area}', call: name, body: z.strictObject({}), result: z.string(), access: { public: true }, summary: name });

export const plugin = definePlugin({
  id: '${id}',
  async setup(context) {
    const causes = context.collection<{ _id: string }>({ name: 'cause', fields: {}, indexes: [] });
    if ((await causes.findOne({ _id: 'ends' })) !== null) process.exit(7);
    context.call(call('version'), () => '${version}');
    context.call(call('end'), () => process.exit(7));
    context.call(call('fail'), () => breakDown({ word: 'it' }));
    ${setup}
  },
});
`;
}
