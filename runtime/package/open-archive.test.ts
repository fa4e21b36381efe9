import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { AppError } from '@waypost/contract';
import { describeFiles, sha256 } from './integrity.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { openArchive } from './open-archive.ts';
import { archiveOf, bytes, codeOf, goodFiles, MANIFEST, rawArchive } from './testing/archive-parts.ts';

const MEBIBYTE = 1024 * 1024;

test('a whole archive opens with all its files and says what it is', async () => {
  const archive = await archiveOf(goodFiles());
  const opened = await openArchive(archive);
  expect(opened.manifest).toMatchObject({ id: 'sample', version: '1.0.0' });
  expect([...opened.files.keys()].sort()).toEqual([...goodFiles().keys(), 'integrity.json'].sort());
  expect(opened).toMatchObject({ sha256: sha256(archive), size: archive.byteLength, signature: undefined });
});

async function withEntry(name: string, content = bytes('x')): Promise<Uint8Array> {
  return archiveOf(goodFiles().set(name, content));
}

test.each(['../../etc/cron.d/evil', '/etc/passwd', 'dist/../../x', 'a\\b', `${'d/'.repeat(120)}x`])(
  'an archive cannot write to %s',
  async (name) => {
    expect(await codeOf(openArchive(await withEntry(name)))).toBe('archive_path_refused');
  },
);

test('names that are one file on another disk are refused', async () => {
  expect(await codeOf(openArchive(await withEntry('SERVER.js')))).toBe('archive_path_collision');
});

test('the second file of one name is refused: the first might be the one that was looked at', async () => {
  const [first] = [...goodFiles()].map(([name, content]) => ({ header: { name }, content }));
  if (first === undefined) throw new Error('no file');
  expect(await codeOf(openArchive(await rawArchive([first, first])))).toBe('archive_path_collision');
});

test.each([
  ['symlink', { linkname: '/etc/passwd' }],
  ['link', { linkname: 'server.js' }],
  ['character-device', { devmajor: 1, devminor: 3 }],
  ['block-device', { devmajor: 8, devminor: 0 }],
  ['fifo', {}],
  ['contiguous-file', {}],
] as const)('a %s in an archive is refused', async (type, extra) => {
  const entries = [...goodFiles()].map(([name, content]) => ({ header: { name }, content }));
  const archive = await rawArchive([...entries, { header: { name: 'dist/odd', type, ...extra } }]);
  const failure = await openArchive(archive).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'archive_entry_refused', params: { path: 'dist/odd', kind: type } });
});

test('folders are no files and do no harm, but their names are looked at as well', async () => {
  const entries = [...goodFiles().set('integrity.json', describeFiles(goodFiles()))].map(
    ([name, content]) => ({ header: { name }, content }),
  );
  const folder = (name: string) => ({ header: { name, type: 'directory' as const } });
  expect(await codeOf(openArchive(await rawArchive([folder('dist/'), ...entries])))).toBe('no failure');
  expect(await codeOf(openArchive(await rawArchive([folder('../up/'), ...entries])))).toBe(
    'archive_path_refused',
  );
});

test('an archive above the limit is refused before it is unpacked', async () => {
  expect(await codeOf(openArchive(new Uint8Array(ARCHIVE_LIMITS.archiveBytes + 1)))).toBe(
    'archive_too_large',
  );
});

test('a bomb is cut off: little that unpacks to very much', async () => {
  const archive = await withEntry('dist/zeros.bin', new Uint8Array(101 * MEBIBYTE));
  expect(archive.byteLength).toBeLessThan(MEBIBYTE);
  expect(await codeOf(openArchive(archive))).toBe('archive_unpacked_too_large');
}, 60_000);

test('an endless stream of zeros behind the last file is cut off, whatever the headers say', async () => {
  const limits = { ...ARCHIVE_LIMITS, unpackedBytes: MEBIBYTE, files: 10 };
  const zeros = gzipSync(new Uint8Array(2 * MEBIBYTE));
  const archive = new Uint8Array(Buffer.concat([await archiveOf(goodFiles()), ...Array(50).fill(zeros)]));
  expect(await codeOf(openArchive(archive, limits))).toBe('archive_unpacked_too_large');
});

test('a header that promises more than there is does not make room for it', async () => {
  const header = Buffer.from(Bun.gunzipSync(Uint8Array.from(await withEntry('a.bin', bytes('x')))));
  header.write('77777777777', 124);
  header.write('        ', 148);
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  expect(await codeOf(openArchive(new Uint8Array(gzipSync(header))))).toBe('archive_unpacked_too_large');
});

test('an archive of very many files is refused', async () => {
  const files = goodFiles();
  for (let number = 0; number < ARCHIVE_LIMITS.files; number += 1) files.set(`dist/${number}.js`, bytes(''));
  expect(await codeOf(openArchive(await archiveOf(files)))).toBe('archive_too_many_files');
}, 60_000);

test('what is no archive, or was cut off while it was sent, is called so', async () => {
  const whole = await archiveOf(
    goodFiles().set('dist/noise.bin', crypto.getRandomValues(new Uint8Array(50_000))),
  );
  expect(await codeOf(openArchive(bytes('PK\u0003\u0004 a zip file')))).toBe('archive_unreadable');
  expect(await codeOf(openArchive(new Uint8Array()))).toBe('archive_unreadable');
  expect(await codeOf(openArchive(new Uint8Array(gzipSync(bytes('x'.repeat(2000))))))).toBe(
    'archive_unreadable',
  );
  for (const share of [0.1, 0.5, 0.9])
    expect(await codeOf(openArchive(whole.slice(0, whole.byteLength * share)))).toBe('archive_unreadable');
});

test('a changed, a missing and an added file are each named', async () => {
  const files = goodFiles();
  files.set('integrity.json', describeFiles(files));
  files.set('server.js', bytes('export const plugin = steal();'));
  files.delete('locales/en-US.json');
  files.set('dist/added.js', bytes(''));
  const failure = await openArchive(await archiveOf(files)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({
    code: 'integrity_mismatch',
    errors: [
      { path: 'dist/added.js', message: 'error.integrity.extra' },
      { path: 'locales/en-US.json', message: 'error.integrity.missing' },
      { path: 'server.js', message: 'error.integrity.changed' },
    ],
  });
});

test.each([
  ['not there', undefined],
  ['no JSON', '{'],
  ['of an unknown kind', '{"algorithm":"md5","files":{}}'],
  ['with a hash of another length', '{"algorithm":"sha256","files":{"server.js":"00"}}'],
])('an integrity.json that is %s is refused', async (_, text) => {
  const entries = [...goodFiles()].map(([name, content]) => ({ header: { name }, content }));
  if (text !== undefined) entries.push({ header: { name: 'integrity.json' }, content: bytes(text) });
  expect(await codeOf(openArchive(await rawArchive(entries)))).toBe('integrity_mismatch');
});

test.each([
  ['../server.js', 'archive_server_missing'],
  ['/etc/server.js', 'archive_server_missing'],
  ['other.js', 'archive_server_missing'],
  ['plugin.json', 'archive_server_not_built'],
])('the server file %s of a manifest is refused', async (server, code) => {
  expect(await codeOf(openArchive(await archiveOf(goodFiles({ ...MANIFEST, server }))))).toBe(code);
});

test.each(['other', '../dist'])('a remote that is not in the archive (%s) is refused', async (remote) => {
  const archive = await archiveOf(goodFiles({ ...MANIFEST, remote }));
  expect(await codeOf(openArchive(archive))).toBe('archive_remote_missing');
});

test('a plugin without pages needs no remote', async () => {
  const { remote: _, ...manifest } = MANIFEST;
  expect(await codeOf(openArchive(await archiveOf(goodFiles(manifest))))).toBe('no failure');
});

test.each([
  ['id', { id: 'Sample Plugin' }, 'plugin.json.id'],
  ['version', { version: 'newest' }, 'plugin.json.version'],
  ['areas', { areas: [] }, 'plugin.json.areas'],
  ['unknown field', { backdoor: true }, 'plugin.json'],
])('a fault of the manifest (%s) is named by its path', async (_, change, path) => {
  const failure = await openArchive(await archiveOf(goodFiles({ ...MANIFEST, ...change }))).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'manifest_invalid', errors: [{ path }] });
});

test.each([
  ['missing', undefined],
  ['no JSON', '{'],
  ['not UTF-8', '\ufffd'],
])('a plugin.json that is %s is refused', async (_, text) => {
  const files = goodFiles();
  if (text === undefined) files.delete('plugin.json');
  else files.set('plugin.json', text === '\ufffd' ? new Uint8Array([0x22, 0xff, 0x22]) : bytes(text));
  expect(await codeOf(openArchive(await archiveOf(files)))).toBe('manifest_invalid');
});
