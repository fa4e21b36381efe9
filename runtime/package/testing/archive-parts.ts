import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { describeFiles, INTEGRITY_FILE } from '../integrity.ts';
import { readWhole } from '../read-whole.ts';

/** plugin.json of the archives that tests make. */
export const MANIFEST = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample_note'],
  server: 'server.js',
  remote: 'dist',
};

/** The files of a good archive without its integrity.json. */
export function goodFiles(manifest: Record<string, unknown> = MANIFEST): Map<string, Uint8Array> {
  return new Map([
    ['plugin.json', bytes(JSON.stringify(manifest))],
    ['server.js', bytes('export const plugin = {};')],
    ['dist/mf-manifest.json', bytes('{}')],
    ['dist/assets/page.js', bytes('export {};')],
    ['locales/en-US.json', bytes('{}')],
  ]);
}

/** An archive of these files as they are, whatever is wrong with them; integrity.json is added when it is not there. */
export function archiveOf(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const whole = files.has(INTEGRITY_FILE) ? files : new Map(files).set(INTEGRITY_FILE, describeFiles(files));
  return rawArchive([...whole].map(([name, content]) => ({ header: { name }, content })));
}

/** An archive of raw entries: links, devices, names twice. */
export async function rawArchive(
  entries: readonly { header: Partial<Header> & { name: string }; content?: Uint8Array }[],
): Promise<Uint8Array> {
  const archive = pack();
  for (const { header, content } of entries) archive.entry(header, Buffer.from(content ?? []));
  archive.finalize();
  return new Uint8Array(gzipSync(await readWhole(archive)));
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The failure's code, or what was thrown instead. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return 'no failure';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}
