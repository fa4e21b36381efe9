import { afterAll, expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openArchive } from './open-archive.ts';
import { packFolder } from './pack-folder.ts';
import { codeOf, MANIFEST } from './testing/archive-parts.ts';
import { writeRelease } from './write-release.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-pack-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function folderOf(files: Record<string, string>): string {
  count += 1;
  const folder = join(root, `plugin-${count}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const SOURCES = {
  'plugin.json': JSON.stringify({ ...MANIFEST, server: 'server.ts' }),
  'server.ts': `import { definePlugin } from '@waypost/sdk';
import { word } from './part.ts';
export const plugin = definePlugin({ id: 'sample', setup() { console.log(word); } });`,
  'part.ts': `export const word: string = 'from another file';`,
  'dist/mf-manifest.json': '{}',
  'dist/assets/page.js': 'export {};',
  'locales/en-US.json': '{"plugin.sample":"Sample"}',
  'screens/sample_note/zh-CN.json': '{}',
  'screens/sample_note/page.tsx': 'export {}',
  'README.md': '# Sample',
  '.env': 'SECRET_KEY=abc',
  'node_modules/left/index.js': '',
};

test('a packed folder holds what runs and nothing of the author’s machine', async () => {
  const folder = folderOf(SOURCES);
  const { files, manifest } = await openArchive(await packFolder(folder));
  expect([...files.keys()].sort()).toEqual([
    'README.md',
    'dist/assets/page.js',
    'dist/mf-manifest.json',
    'integrity.json',
    'locales/en-US.json',
    'plugin.json',
    'screens/sample_note/zh-CN.json',
    'server.js',
  ]);
  expect(manifest.server).toBe('server.js');
  const server = new TextDecoder().decode(files.get('server.js'));
  expect(server).toContain('from another file');
  expect(server).toMatch(/from ?["']@waypost\/sdk["']/);
  expect(
    new TextDecoder().decode([...files.values()].reduce((all, file) => concat(all, file))),
  ).not.toContain(root);
});

test('a program of its own is packed as one file with all that it imports, and the manifest names that file', async () => {
  const processes = { signer: { entry: 'signer.ts', environment: { KEY: { setting: 'key' } } } };
  const folder = folderOf({
    ...SOURCES,
    'plugin.json': JSON.stringify({ ...MANIFEST, server: 'server.ts', processes }),
    'signer.ts': `import { word } from './part.ts';
export const program = () => ({ answers: { word: () => word } });`,
  });
  const { files, manifest } = await openArchive(await packFolder(folder));
  expect(manifest.processes).toEqual({ signer: { ...processes.signer, entry: 'process-signer.js' } });
  const text = new TextDecoder().decode(files.get('process-signer.js'));
  expect(text).toContain('from another file');
  expect(text).not.toMatch(/from ?["']/);
  const gone = JSON.stringify({
    ...MANIFEST,
    server: 'server.ts',
    processes: { signer: { entry: 'no.ts' } },
  });
  expect(await codeOf(packFolder(folderOf({ ...SOURCES, 'plugin.json': gone })))).toBe(
    'archive_server_missing',
  );
});

function concat(one: Uint8Array, other: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([one, other]));
}

test('the same folder packs to the same bytes, so that anybody can compare', async () => {
  const [one, other] = [await packFolder(folderOf(SOURCES)), await packFolder(folderOf(SOURCES))];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});

test('it packs to the same bytes from wherever the command runs, with the map that stacks are read by', async () => {
  const folder = folderOf(SOURCES);
  const before = process.cwd();
  const one = await packFolder(folder);
  process.chdir(root);
  try {
    expect(Buffer.from(await packFolder(folder)).equals(Buffer.from(one))).toBe(true);
  } finally {
    process.chdir(before);
  }
  const server = new TextDecoder().decode((await openArchive(one)).files.get('server.js'));
  const map = /sourceMappingURL=data:application\/json;base64,(\S+)\n$/.exec(server)?.[1] ?? '';
  const { sources, sourcesContent } = JSON.parse(Buffer.from(map, 'base64').toString()) as {
    sources: string[];
    sourcesContent: string[];
  };
  expect(sources.sort()).toEqual(['part.ts', 'server.ts']);
  // Names and lines are enough for a stack: the sources stay with the author.
  expect(sourcesContent.join('')).toBe('');
});

test('a server that does not compile, one that is missing and a remote that is not built are told apart', async () => {
  const broken = await packFolder(folderOf({ ...SOURCES, 'part.ts': 'export const word = ;' })).catch(
    (error: unknown) => error,
  );
  expect(broken).toMatchObject({
    code: 'archive_server_not_built',
    errors: [{ message: expect.any(String) }],
  });
  const { 'server.ts': _server, ...serverless } = SOURCES;
  expect(await codeOf(packFolder(folderOf(serverless)))).toBe('archive_server_missing');
  const { 'dist/mf-manifest.json': _remote, ...unbuilt } = SOURCES;
  expect(await codeOf(packFolder(folderOf(unbuilt)))).toBe('archive_remote_missing');
  expect(await codeOf(packFolder(join(root, 'nowhere')))).toBe('manifest_invalid');
});

test('a link in the built remote is not followed out of the folder', async () => {
  const folder = folderOf(SOURCES);
  symlinkSync('/etc/passwd', join(folder, 'dist/assets/passwd'));
  const { files } = await openArchive(await packFolder(folder));
  expect([...files.keys()]).not.toContain('dist/assets/passwd');
});

test('a release is unpacked whole, and two processes that unpack it at once do not disturb each other', async () => {
  const archive = await openArchive(await packFolder(folderOf(SOURCES)));
  const target = join(root, 'releases', 'sample', '1.0.0-abcdef01');
  await Promise.all([1, 2, 3].map(() => writeRelease(archive, target)));
  for (const [path, content] of archive.files)
    expect(readFileSync(join(target, path)).equals(Buffer.from(content))).toBe(true);
  expect(readdirSync(dirname(target))).toEqual(['1.0.0-abcdef01']);
});

test('a release that cannot be written leaves nothing behind', async () => {
  const archive = await openArchive(await packFolder(folderOf(SOURCES)));
  const files = new Map(archive.files).set('server.js/inside', new Uint8Array());
  const target = join(root, 'failed', '1.0.0');
  await expect(writeRelease({ ...archive, files }, target)).rejects.toThrow();
  expect(readdirSync(dirname(target))).toEqual([]);
});
